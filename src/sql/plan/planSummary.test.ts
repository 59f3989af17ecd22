import { expect, test } from 'vitest'
import { recordedPlans } from '../../../e2e/support/recordedPlans.ts'
import { heaviestStep, planFindings } from './planSummary.ts'
import { readPlan } from './readPlan.ts'

const { postgres15 } = recordedPlans()

function read(name: string, form: 'plain' | 'measured' | 'counted') {
  const plan = readPlan(postgres15[name]?.[form] ?? '')
  if (plan === null) throw new Error('no plan')
  return plan
}

function found(...of: Parameters<typeof read>) {
  return planFindings(read(...of)).map(({ kind, step }) => `${kind} ${step.kind}`)
}

test('A measured plan tells where the time went, and what was expected otherwise', () => {
  expect(found('withTwice', 'measured')).toEqual([expect.stringMatching(/^mostTime /), 'moreRows join'])
  expect(found('joinOfWith', 'measured')[1]).toBe('fewerRows group')
  expect(found('spilled', 'measured')).toEqual(['mostTime sort', 'disk sort'])
})

test('A plan that was not measured never speaks of time', () => {
  expect(found('withTwice', 'plain')).toEqual(['mostCost readAll'])
  expect(found('spilled', 'plain')).toEqual(['mostCost sort'])
  // Rows were counted, times were not.
  expect(found('withTwice', 'counted')).toEqual(['mostCost readAll', 'moreRows join'])
})

test('Of one step there is nothing to tell', () => {
  expect(found('values', 'measured')).toEqual([])
  expect(heaviestStep(read('values', 'plain'))).toBeNull()
})
