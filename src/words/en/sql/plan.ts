import { catalogue, type RichPart } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

/** The plan of a statement: how the server carries it out. */
export const planWords = catalogue('plan', {
  title: 'Plan',
  steps: 'Steps of the plan',
  back: 'Back to the result',
  ofEarlier: 'of the statement before this edit',
  asking: 'Asking for the plan',
  measure: 'Measure by running it',
  measureHint: 'Runs the statement and times each step. Its rows stay on the server.',
  stop: 'Stop',
  notRun: 'The statement was not run: rows and costs are what PostgreSQL expects.',
  total: (time: string) => `${time} in all, with measuring.`,
  copy: 'Copy the plan',
  copyAs: { text: 'As text, as psql shows it', json: 'As JSON' },
  copied: 'The plan was copied.',
  notCopied: 'The browser did not let the page copy.',
  unreadable: {
    what: 'The server answered, but not with a plan that this page can read.',
    remedy: 'Run the query to see its records.',
  },
  notExplained: 'This server refuses EXPLAIN.',

  columns: {
    step: 'Step',
    expected: 'Rows expected',
    met: 'Rows met',
    ownMs: 'Own ms',
    ownCost: 'Own cost',
    shareOfTime: 'Share of the time',
    shareOfCost: 'Share of the cost',
  },
  about: (count: string) => `≈ ${count}`,
  level: (level: number) => `level ${countWords(level)}`,
  neverRan: 'never ran',
  percent: (percent: number) => `${countWords(percent)}%`,
  lessThan: (percent: number) => `<${countWords(percent)}%`,

  /** What a step does. */
  kinds: {
    readAll: 'Read all',
    readSample: 'Read a sample',
    readByIndex: 'Read by index',
    readIndex: 'Read from index alone',
    find: 'Find in index',
    readFound: 'Read what was found',
    readPlaces: 'Read by place',
    readWith: 'Read WITH query',
    readLastRound: 'Read last round',
    readValues: 'Read values',
    readElsewhere: 'Read from another server',
    subquery: 'Subquery',
    call: 'Call function',
    compute: 'Compute',
    unfold: 'Unfold lists',
    change: 'Change',
    lock: 'Lock rows',
    append: 'Put together',
    mergeInOrder: 'Put together in order',
    repeat: 'Repeat',
    bothFound: 'Keep found in all',
    eitherFound: 'Keep found in any',
    join: 'Join',
    gather: 'Collect',
    keep: 'Keep in memory',
    remember: 'Remember answers',
    sort: 'Sort',
    group: 'Group',
    summarise: 'Summarise',
    window: 'Compute over windows',
    dropRepeated: 'Drop repeated rows',
    intersect: 'Intersect',
    except: 'Except',
    limit: 'Limit',
    custom: 'Extension',
  },

  /** What it works on, after its name. */
  on: {
    where: (what: string, condition: string) => `${what}, where ${condition}`,
    by: (keys: readonly string[]) => `by ${keys.join(', ')}`,
    if: (condition: string) => `if ${condition}`,
    on: (condition: string) => `on ${condition}`,
    called: (name: string) => `${name}()`,
    parts: (count: number) => `${countWords(count)} parts`,
    memory: (size: string) => size,
    disk: (size: string) => `${size} on disk`,
    workers: (count: number) =>
      `from ${countWords(count)} ${plural(count, { one: 'worker process', other: 'worker processes' })}`,
    method: { hash: 'by hash', merge: 'by merging', loop: 'row by row' },
    sides: {
      Left: 'keeping all of the left side',
      Right: 'keeping all of the right side',
      Full: 'keeping all of both sides',
      Semi: 'where there is a match',
      'Right Semi': 'where there is a match',
      Anti: 'where there is no match',
      'Right Anti': 'where there is no match',
    },
    list: (parts: readonly string[]) => parts.join(', '),
  },
  /** Worked out apart from the step above. */
  apart: {
    with: (name: string) => `WITH ${name}`,
    once: 'worked out once',
    each: 'worked out when needed',
  },

  /** Of one step, in its unfolded part. */
  facts: {
    ran: (count: number) => `Ran ${countWords(count)} times; rows and time are of all runs together.`,
    never: 'Never ran: no row came that needed it.',
    rows: (expected: string, met: string) => `Rows: expected ${expected}, met ${met}.`,
    more: (factor: string) => `${factor} times as many rows as expected.`,
    fewer: (factor: string) => `${factor} times fewer rows than expected.`,
    removed: (count: string) => `${count} rows were read and left out by its conditions.`,
    processes: (count: number) =>
      `Shared by ${countWords(count)} ${plural(count, { one: 'process', other: 'processes' })}; its time is that of one of them, on average.`,
    memory: (size: string) => `Used ${size} of memory.`,
    disk: (size: string) => `Used ${size} of disk, as it did not fit into memory.`,
    share: (percent: string) => `${percent} of the time.`,
    ownWords: 'In PostgreSQL’s words',
  },

  /** A step within a sentence. */
  doing: {
    readAll: (what: string) => `reading all of ${what}`,
    readByIndex: (what: string) => `reading ${what} by index`,
    readIndex: (what: string) => `reading ${what} from an index alone`,
    readFound: (what: string) => `reading what was found of ${what}`,
    readWith: (what: string) => `reading the WITH query ${what}`,
    call: (what: string) => `calling ${what}`,
    join: 'the join',
    joinOn: (condition: string) => `the join on ${condition}`,
    sort: 'the sort',
    sortBy: (keys: readonly string[]) => `the sort by ${keys.join(', ')}`,
    group: 'the grouping',
    groupBy: (keys: readonly string[]) => `the grouping by ${keys.join(', ')}`,
    summarise: 'the summarising',
    window: 'the window functions',
    gather: 'collecting rows from worker processes',
    other: (kind: string) => `the step “${kind}”`,
  },
  findings: {
    mostTime: (percent: string, doing: string): readonly RichPart[] => [
      { bold: `${percent} of the time goes into ${doing}.` },
    ],
    mostCost: (percent: string, doing: string): readonly RichPart[] => [
      { bold: `PostgreSQL expects about ${percent} of the cost in ${doing}.` },
    ],
    rows: (doing: string, expected: string, met: string): readonly RichPart[] => [
      `PostgreSQL expected ${expected} rows from ${doing} and met ${met}.`,
    ],
    disk: (doing: string, size: string): readonly RichPart[] => [
      `For ${doing} the server used ${size} of disk, as it did not fit into memory.`,
    ],
  },
})
