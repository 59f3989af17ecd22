import { describe, expect, test } from 'vitest'
import { recordedPlans, recordPlans } from '../../../e2e/support/recordedPlans.ts'
import type { Plan, PlanStep } from './plan.ts'
import { readPlan } from './readPlan.ts'

if (process.env['RECORD'] === '1') await recordPlans(process.env['DATABASE_URL'] ?? '')

const plans = recordedPlans()
const each = Object.entries(plans).flatMap(([engine, found]) =>
  Object.entries(found).map(([name, plan]) => [`${engine} ${name}`, plan] as const),
)

function read(json: string): Plan {
  const plan = readPlan(json)
  if (plan === null) throw new Error('no plan')
  return plan
}

/** Without what differs from run to run: memory, what each process did, and counts that are rounded to nothing. */
function steady(text: string): string {
  return text
    .replaceAll(/\d+kB/g, 'kB')
    .replaceAll(text.includes('Gather') ? /\(actual .*\)/g : /$^/g, '(actual)')
    .replaceAll(/\n *Rows Removed by Filter: 0(?=\n|$)/g, '')
    .replaceAll(/\n *Worker \d:.*/g, '')
}

test.each(each)('%s is written as psql shows it', (_name, { plain, plainText, counted, countedText }) => {
  expect(read(plain).text).toBe(plainText)
  expect(steady(read(counted).text)).toBe(steady(countedText))
})

test.each(each)('the steps of %s make the whole', (_name, { plain, measured, counted }) => {
  const [expected, taken, rows] = [plain, measured, counted].map(read)
  const sum = (plan: Plan | undefined) => plan?.steps.reduce((all, { share }) => all + share, 0) ?? 0
  expect(sum(taken)).toBeGreaterThan(0.9)
  expect(sum(taken)).toBeLessThan(1.0001)
  // Of nothing, as of `WHERE false`, there are no parts.
  if (expected?.root.lines[0]?.includes('..0.00 ') !== true) expect(sum(expected)).toBeCloseTo(1, 6)
  expect([expected, taken, rows].map((plan) => [plan?.isMeasured, plan?.totalMs === null])).toEqual([
    [false, true],
    [true, false],
    [true, true],
  ])
  expect(taken?.steps.filter(({ kind }) => kind === 'other')).toEqual([])
})

/** Kind, name and rows of each step, indented. */
function outline(plan: Plan, more: (step: PlanStep) => unknown = () => ''): readonly string[] {
  return plan.steps.map((step) => `${'  '.repeat(step.level - 1)}${step.kind} ${String(more(step))}`.trimEnd())
}

const of = (engine: keyof typeof plans, name: string) => {
  const found = plans[engine][name]
  if (found === undefined) throw new Error(`${name} is not recorded`)
  return found
}

describe('a plan', () => {
  test('has what is worked out apart below the step that PostgreSQL names it under', () => {
    const plan = read(of('postgres15', 'joinOfWith').measured)
    expect(
      outline(plan, ({ apart, on }) =>
        [apart ?? '', on.table ?? on.name ?? on.keys[0] ?? on.method ?? ''].join(' ').trim(),
      ),
    ).toEqual([
      'sort subject',
      '  readFound CTE active programmes',
      '    find',
      '  group subject',
      '    join hash',
      '      readAll readings',
      '      keep',
      '        readWith active',
    ])
    expect(plan.steps.map(({ id }) => id)).toEqual([
      '0',
      '0.0',
      '0.0.0',
      '0.1',
      '0.1.0',
      '0.1.0.0',
      '0.1.0.1',
      '0.1.0.1.0',
    ])
  })

  test('counts the time of a query of WITH in its own steps, and not in those that read it', () => {
    const { steps } = read(of('postgres15', 'withTwice').measured)
    const taken = (kind: string) =>
      steps.filter((step) => step.kind === kind).reduce((all, { ownMs }) => all + (ownMs ?? 0), 0)
    expect(taken('group')).toBeGreaterThan(1)
    expect(taken('readWith')).toBeLessThan(1)
  })

  test('counts the time of a value that is worked out once where it is worked out', () => {
    for (const engine of ['postgres15', 'pglite18'] as const) {
      for (const name of ['initPlan', 'initPlanOfOutput']) {
        const { steps, totalMs } = read(of(engine, name).measured)
        const sum = steps.reduce((all, { ownMs }) => all + (ownMs ?? 0), 0)
        expect(sum).toBeCloseTo(totalMs ?? 0, 1)
      }
    }
  })

  test('adds up the rows of all runs, and says where PostgreSQL has rounded them', () => {
    const rows = (engine: 'postgres15' | 'pglite18', name: string, kind: string) =>
      read(of(engine, name).counted).steps.find((step) => step.kind === kind)?.rows
    expect(rows('postgres15', 'subplan', 'find')).toMatchObject({ expected: 200 * 44, isAbout: true })
    expect(rows('postgres15', 'subplan', 'readAll')).toEqual({ expected: 200, met: 200, isAbout: false, off: null })
    // Two decimals of 19 runs are exact.
    expect(rows('pglite18', 'lateral', 'summarise')).toMatchObject({ met: 19, isAbout: false })
    expect(rows('postgres15', 'lateral', 'summarise')).toMatchObject({ met: 19, isAbout: true })
  })

  test('expects of processes that share a step what they are to do together', () => {
    const { steps } = read(of('postgres15', 'parallelCount').plain)
    expect(steps.map(({ rows }) => rows)).toMatchObject([
      { expected: 1 },
      { expected: 2 },
      { expected: 1 },
      { expected: 3952 },
    ])
    const measured = read(of('postgres15', 'parallelCount').counted)
    expect(measured.steps[3]).toMatchObject({
      name: 'Parallel Seq Scan',
      rows: { expected: 9485, isAbout: true, off: null },
      facts: { processes: 3 },
    })
    // The recorded PGlite had no process to spare.
    expect(read(of('pglite18', 'parallelCount').counted).steps[3]?.facts.processes).toBe(1)
  })

  test('marks an estimate that is ten times off, but not what a LIMIT stopped or a merge join read again', () => {
    const off = (name: string) =>
      read(of('postgres15', name).measured).steps.flatMap(({ kind, rows }) =>
        rows.off === null ? [] : [`${kind} ${rows.off.direction}`],
      )
    expect(off('withTwice')).toEqual(['join more'])
    expect(off('joinOfWith')).toEqual(['sort fewer', 'group fewer'])
    expect(off('limitEarly')).toEqual([])
    expect(off('limit')).toEqual([])
    expect(off('semiJoin')).toEqual([])
    expect(off('mergeAppend')).toEqual([])
    expect(off('bitmaps')).toEqual([])
  })

  test('knows what never ran, what went to disk, and what was left out', () => {
    const steps = (name: string) => read(of('postgres15', name).measured).steps
    expect(steps('neverExecuted').map(({ facts }) => facts.loops)).toEqual([1, 1, 0, 0])
    expect(steps('spilled')[0]?.facts).toMatchObject({ diskKb: 752, memoryKb: null })
    expect(steps('initPlan')[3]?.facts.removed).toBe(10_102)
    expect(steps('rollup')[0]?.on.keys).toEqual(['subject', 'stage'])
  })

  test('gives the cost of what runs again and again to what runs', () => {
    const costs = (name: string) =>
      read(of('postgres15', name).plain).steps.map(({ kind, share }) => `${kind} ${Math.round(share * 10) / 10}`)
    expect(costs('semiJoin')).toEqual(['join 0', 'readAll 0', 'readIndex 1'])
    expect(costs('limitEarly').at(-1)).toBe('readByIndex 0.8')
    expect(costs('subplan').at(-2)).toMatch(/^readFound (?:0\.[89]|1)$/)
  })

  test('is none of another answer', () => {
    for (const other of ['[]', '{}', '"x"', '[{"Plan": 3}]', 'null', '"[{\\"Plan\\""'])
      expect(readPlan(other)).toBeNull()
    const deep = `${'{"Plans":['.repeat(5000)}{}${']}'.repeat(5000)}`
    expect(readPlan(`[{"Plan": ${deep}}]`)).toBeNull()
    expect(readPlan('[{"Plan": {"Node Type": "x", "constructor": "y"}}]')?.text).toBe('x\n  constructor: y')
    expect(readPlan(JSON.stringify(of('postgres15', 'values').plain))?.root.kind).toBe('readValues')
  })
})
