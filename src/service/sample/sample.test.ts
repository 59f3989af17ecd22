import { describe, expect, it } from 'vitest'
import { birdStrikes } from './birdStrikes.ts'
import { fieldProgrammes } from './fieldProgrammes.ts'

describe('birdStrikes', () => {
  it('holds the 10,000 records with an empty speed as null', () => {
    const { records, fields } = birdStrikes()
    expect(records).toHaveLength(10_000)
    const parsed = records.map((record): Record<string, unknown> => JSON.parse(record))
    expect(parsed[0]).toMatchObject({
      airport: 'BARKSDALE AIR FORCE BASE ARPT',
      flight_date: '1990-01-08',
      speed_knots: '300',
    })
    expect(parsed.filter((record) => record['speed_knots'] === null)).toHaveLength(2836)
    expect(Object.keys(parsed[9999] ?? {})).toEqual(fields.map((field) => field.id))
  })
})

describe('fieldProgrammes', () => {
  it('is the same at each run, with one code each', () => {
    const { records } = fieldProgrammes()
    expect(fieldProgrammes().records).toEqual(records)
    const codes = records.map((record): unknown => JSON.parse(record).code)
    expect(new Set(codes).size).toBe(3000)
  })

  it('says of every column that it is made', () => {
    expect(fieldProgrammes().fields.every((field) => field.info.notes?.endsWith('Made-up sample data.'))).toBe(true)
  })

  it('holds nulls, empty texts and numbers that a double can not hold', () => {
    const all = fieldProgrammes().records.join('\n')
    expect(all).toContain('"sensor_serial":9223372036854775807')
    expect(all).toContain('"source_ref":""')
    expect(all).toContain('"source_ref":null')
    expect(all).toMatch(/"area_km2":"\d+\.\d0"/)
    for (const value of ['"NaN"', '"Infinity"', '"-Infinity"', '"-0"']) expect(all).toContain(`"mean_flow":${value}`)
  })
})
