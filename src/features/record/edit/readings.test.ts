import { expect, test } from 'vitest'
import type { Tables } from '../../../../e2e/support/minimalWrites.ts'
import {
  clientOf,
  endOf,
  isRefusal,
  lookedAt,
  wholeReadings,
  type End,
  type WholeReading,
} from '../../../../e2e/support/writtenReadings.ts'
import { InDoubtError, settle } from '../../write/settled.ts'
import { writeFailure } from '../../write/writeFailure.ts'
import { recordToAdd, recordToChange } from './recordChange.ts'

/** A table with more records than the least server gives at once, or with few. */
function tableOf(count: number): Tables {
  const records = Array.from({ length: count }, (_, at) => ({ _id: at + 1, site: `weir ${at + 1}`, level: at + 0.5 }))
  return new Map([['r', records]])
}

const asked = { instance: 'Rivers', table: 'gauges', hasToken: true }

test('no reading of the interface makes a change of a record end in an untruth, or be sent twice', async () => {
  for (const [at, whole] of wholeReadings().entries()) {
    await checkReading(whole, [3, 10, 30][at % 3] ?? 3)
  }
}, 1_800_000)

async function checkReading(whole: WholeReading, count: number): Promise<void> {
  const why = JSON.stringify([whole, count])
  const tables = tableOf(count)
  const { client, sent } = clientOf(whole, tables)
  const seen = () => JSON.stringify(tables.get('r'))

  let before = seen()
  const add = await recordToAdd(client, 'r', [
    ['site', '"ford"'],
    ['level', '"0.50"'],
  ])
  checkEnd(await endOf(settle(add, [0])), seen() !== before, whole, why)
  expect(lookedAt(sent).length, why).toBeLessThanOrEqual(1)

  before = seen()
  const old = new Map([['site', '"weir 2"']])
  const change = recordToChange(client, 'r', '2', [['site', '"lock"']], old)
  checkEnd(await endOf(settle(change, [0])), seen() !== before, whole, why)
  expect(lookedAt(sent).length, why).toBeLessThanOrEqual(2)
}

function checkEnd(end: End<true>, isStored: boolean, { writing }: WholeReading, why: string): void {
  if (isStored && writing.reply === 'envelope') expect(end, why).toEqual({ made: true })
  if ('made' in end) {
    expect(isStored, why).toBe(true)
    return
  }
  const { error } = end
  if (writing.reply !== 'cut' || typeof writing.fate === 'number')
    expect(writeFailure(error, asked).what, why).not.toMatch(/reach|connection|broke off|dataset/)
  if (error instanceof InDoubtError) {
    if (!error.isOpen) expect(isStored, why).toBe(false)
  } else expect([isRefusal(error), isStored], why).toEqual([true, false])
}
