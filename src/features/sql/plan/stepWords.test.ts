import { expect, test } from 'vitest'
import { recordedPlans } from '../../../../e2e/support/recordedPlans.ts'
import { planFindings } from '../../../sql/plan/planSummary.ts'
import { readPlan } from '../../../sql/plan/readPlan.ts'
import { apartWords, factWords, findingWords, kindWords, metWords, shareWords, subjectWords } from './stepWords.ts'

const { postgres15, pglite18 } = recordedPlans()
const titleOf = (name: string) => (name === 'readings' ? 'Turbidity readings' : name)

function read(name: string, form: 'plain' | 'measured' | 'counted', of = postgres15) {
  const plan = readPlan(of[name]?.[form] ?? '')
  if (plan === null) throw new Error('no plan')
  return plan
}

function shown(name: string, form: 'plain' | 'measured' | 'counted' = 'plain') {
  return read(name, form).steps.map((step) =>
    [kindWords(step), subjectWords(step, titleOf), apartWords(step)].filter((words) => words !== '').join(' | '),
  )
}

test('each step says in plain words what it does, and on what', () => {
  expect(shown('joinOfWith', 'counted')).toEqual([
    "Sort | by subject, date_trunc('year', (a.started_on)::timestamp with time zone)",
    "Read what was found | programmes, where stage = 'active' AND started_on >= '2018-06-01' | WITH active",
    "Find in index | stage = 'active' AND started_on >= '2018-06-01'",
    "Group | by subject, date_trunc('year', (a.started_on)::timestamp with time zone)",
    'Join | keeping all of the right side, by hash, on r.programme = a.code',
    'Read all | Turbidity readings',
    'Keep in memory | active, 14 kB',
    'Read WITH query | active',
  ])
  expect(shown('parallelCount')).toEqual([
    'Summarise',
    'Collect | from 2 worker processes',
    'Summarise',
    'Read all | Turbidity readings, where "turbidity ntu" > 50',
  ])
  expect(shown('functions')).toContain('Call function | generate_series()')
  expect(shown('subplan')[1]).toBe('Summarise | worked out when needed')
  expect(shown('initPlan')[1]).toBe('Summarise | worked out once')
  expect(shown('spilled', 'measured')[0]).toBe('Sort | by turbidity ntu, programme DESC, 770 kB on disk')
})

test('what is said of a plan is what was measured', () => {
  const said = (name: string, form: 'plain' | 'measured') => {
    const plan = read(name, form)
    return planFindings(plan).map((finding) =>
      findingWords(finding, plan, titleOf)
        .map((part) => (typeof part === 'string' ? part : Object.values(part).join('')))
        .join(''),
    )
  }
  expect(said('joinOfWith', 'plain')).toEqual([
    'PostgreSQL expects about 60% of the cost in reading all of Turbidity readings.',
  ])
  expect(said('withTwice', 'measured')[1]).toBe('PostgreSQL expected 338 rows from the join and met 31,613.')
  expect(said('spilled', 'measured')[1]).toBe(
    'For the sort the server used 770 kB of disk, as it did not fit into memory.',
  )
})

test('an unfolded step says what happened to it', () => {
  const [, , never] = read('neverExecuted', 'measured').steps
  expect(never && [metWords(never), factWords(never)]).toEqual([
    'never ran',
    ['Never ran: no row came that needed it.'],
  ])
  const [sum, , subplan] = read('subplan', 'counted').steps
  expect(sum && factWords(sum)).toEqual([
    'Rows: expected 200, met 200.',
    '400 rows were read and left out by its conditions.',
  ])
  expect(subplan && factWords(subplan)).toEqual([
    'Rows: expected 8,800, met ≈ 6,600.',
    'Ran 200 times; rows and time are of all runs together.',
  ])
  const scan = read('parallelCount', 'counted').steps[3]
  expect(scan && factWords(scan)).toContain('Shared by 3 processes; its time is that of one of them, on average.')
  const join = read('withTwice', 'counted', pglite18).steps[0]
  expect(join && factWords(join)).toContain('93 times as many rows as expected.')
})

test('a share is never more than it is', () => {
  expect([0, 0.004, 0.29, 0.999, 1].map(shareWords)).toEqual(['0%', '<1%', '29%', '99%', '100%'])
})
