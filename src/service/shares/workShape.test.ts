import { expect, it } from 'vitest'
import { workShape } from './workShape.ts'

const PATH = '/api/3/action/datastore_search'

function shape(params: Record<string, string>): string {
  return workShape(PATH, new URLSearchParams(params), null)
}

it('is the same whatever the values, and wherever the parameters are', () => {
  expect(shape({ filters: '{"a": "x1"}', limit: '10' })).toBe(shape({ limit: '99', filters: '{"a": "yz"}' }))
  expect(shape({ sql: "select a from t where b = 'x'" })).toBe(shape({ sql: "select a from t where b = 'y'" }))
  const body = JSON.stringify({ limit: '10', q: 'x' })
  expect(workShape(PATH, new URLSearchParams(), body)).toBe(shape({ q: 'x', limit: '10' }))
  expect(workShape(PATH, new URLSearchParams(), 'limit=10&q=x')).toBe(shape({ q: 'x', limit: '10' }))
})

it('differs by what is asked', () => {
  const shapes = [
    shape({ limit: '10' }),
    shape({ limit: '10', sort: 'a' }),
    shape({ filters: '{"a": 1}' }),
    shape({ filters: '{"b": 1}' }),
    shape({ sql: 'select count(*) from t' }),
    shape({ sql: 'select max(n) from t' }),
    workShape('/datastore/dump/x', new URLSearchParams(), null),
    workShape(PATH, new URLSearchParams(), 20_000),
    workShape(PATH, new URLSearchParams(), 2_000_000),
  ]
  expect(new Set(shapes).size).toBe(shapes.length)
})

it('takes any body, and stays short', () => {
  for (const body of ['{', 'null', '[]', '', `{"q": "${'"'.repeat(5)}`, `{"a": "${'x'.repeat(10_000)}"}`])
    expect(workShape(PATH, new URLSearchParams(), body).length).toBeLessThan(1600)
})

it('remembers bodies that differ by digits alone, and is what it would be without', () => {
  const of = (params: Record<string, unknown>) => workShape(PATH, new URLSearchParams(), JSON.stringify(params))
  expect(of({ filters: { id: 15 } })).toBe(of({ filters: { id: 99 } }))
  expect(of({ filters: { id: 15 } })).toBe(shape({ filters: '{"id":15}' }))
  expect(of({ filters: { id: 12_345 } })).not.toBe(of({ filters: { id: 12_345_678_901 } }))
  expect(of({ sql: "select '\\u0041'" })).toBe(shape({ sql: "select '\\u0041'" }))
})
