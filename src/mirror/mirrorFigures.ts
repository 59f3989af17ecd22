import { brushOf } from '../columnar/brush.ts'
import { canTell } from '../columnar/mask.ts'
import { copies } from '../copies/copies.ts'
import { copiesClient } from '../copies/copiesEngine.ts'
import { isUnderWay, type KnownCopy } from '../copies/knownCopy.ts'
import type { ActionClient } from '../instances/client/actionClient.ts'
import { fieldKind, type Field } from '../protocol/field.ts'
import { countsAlikeOnce, type Query } from '../query/query.ts'
import { sqlName } from '../query/sqlText.ts'
import { partsOfSelect } from '../query/toSql.ts'
import { activeWhere, conditionsOf } from '../query/where.ts'
import { sentWords } from '../query/words.ts'
import type { Figures, FiguresOptions } from '../summary/figures.ts'
import { elementTypeOf } from '../columnar/makeColumn.ts'
import type { Answers, MaskAsked, Question } from './mirrorMessages.ts'
import { createMirrorCalls } from './mirrorCalls.ts'
import { createMirrors, type MirroredCopy } from './mirroredCopy.ts'
import { readColumns } from './readColumns.ts'
import { workerStarter } from './startMirror.ts'

/** The records of a query on a copy. */
export interface MirrorAsked {
  readonly client: ActionClient
  /** Without words that depend on the day. */
  readonly query: Query
  readonly fields: readonly Field[]
}

const mirroredCopy = createMirrors({
  mostBytes: 640 * 1024 * 1024,
  createCalls: createMirrorCalls,
  read: readColumns,
})

/** The most groups of a summary that are worked out here: as many as a statement gives. */
const BIGGEST = 20_000_000

/**
 * Figures from the columns of a copy, exactly; what can't be held or told here is asked of `otherwise`. Null if it is no copy
 * that lies still, or there is no worker for its columns.
 */
export function mirrorFigures(
  asked: MirrorAsked,
  otherwise: Figures,
): (Figures & Required<Pick<Figures, 'brush'>>) | null {
  const known = copyAsked(asked)
  if (known === null) return null
  const { query, fields } = asked

  const fieldsOf = (names: Iterable<string>): readonly Field[] | null => {
    const found = [...new Set(names)].map((name) => fields.find(({ id }) => id === name))
    return found.every((field) => field !== undefined && canHold(field)) ? found.flatMap((field) => field ?? []) : null
  }

  /** The answer to a question about these fields; undefined if it has to be asked otherwise. */
  const answer = async <K extends Question['kind']>(
    question: Extract<Question, { kind: K }>,
    names: readonly string[],
    { signal }: FiguresOptions,
  ): Promise<Answers[K] | undefined> => {
    const needed = fieldsOf(names)
    if (needed === null) return undefined
    try {
      const copy = mirroredCopy(known)
      const masked = await maskFor(copy, query, fields, needed, signal)
      const found = await put<Answers[K]>(copy, masked, question, signal)
      if (found !== null || masked.kind !== 'where') return found ?? undefined
      const told = await toldMask(copy, query, fields, signal)
      return (await put<Answers[K]>(copy, told, question, signal)) ?? undefined
    } catch (error) {
      if (signal?.aborted === true) throw error
      // No room, a worker that doesn't start: the database knows it all, too.
      return undefined
    }
  }

  return {
    way: 'columns',
    distribution: async (field, options = {}) =>
      (await answer({ kind: 'distribution', field: field.id, like: options.like }, [field.id], options)) ??
      otherwise.distribution(field, options),
    profile: async (field, options = {}) =>
      (await answer({ kind: 'profile', field: field.id }, [field.id], options)) ?? otherwise.profile(field, options),
    facet: async (field, of, options = {}) =>
      (await answer({ kind: 'facet', field: field.id, asked: of }, [field.id], options)) ??
      otherwise.facet(field, of, options),
    summary: async (summary, options = {}) => {
      const groupings = [...summary.by, ...(summary.across === null ? [] : [summary.across])]
      const names = [...groupings, ...summary.figures.flatMap((figure) => ('field' in figure ? [figure] : []))]
      const found = known.records ** Math.max(1, groupings.length) > Number.MAX_SAFE_INTEGER && known.records > BIGGEST
      const ours = found
        ? undefined
        : await answer(
            { kind: 'summary', summary },
            names.map(({ field }) => field),
            options,
          )
      return ours ?? otherwise.summary(summary, options)
    },
    // The database counts all of them in one reading; here each column would have to be brought.
    nulls: (of, options) => otherwise.nulls(of, options),
    brush: async (field, others, options = {}) => {
      const held = others.filter((other) => canHold(other)).map(({ id }) => id)
      const question = { kind: 'brush', field: field.id, others: held } as const
      const tables = await answer(question, [field.id, ...held], options)
      if (tables === undefined || tables === null) throw new Error(`${field.id} can't be brushed here`)
      return brushOf(tables)
    },
  }
}

/** The copy that is asked; null if it is none, or is still being made. */
function copyAsked({ client, query }: MirrorAsked): KnownCopy | null {
  if (client !== copiesClient() || workerStarter() === null || countsAlikeOnce(query)) return null
  const known = copies.get().find(({ id }) => id === query.resource)
  return known === undefined || known.records === 0 || isUnderWay(known) ? null : known
}

/** Whether columns compare values of this type as PostgreSQL does. */
function canHold({ type }: Field): boolean {
  const kind = fieldKind(type)
  if (kind === 'array') return !type.endsWith('[][]') && canHold({ id: '', type: elementTypeOf(type) })
  if (kind === 'other') return type === 'uuid'
  if (kind === 'json') return false
  return !/^(?:bpchar|character|char|citext|timetz|time with)\b(?! varying)/i.test(type)
}

/** Brings what a question is about and what tells its records, and says which these are. */
async function maskFor(
  copy: MirroredCopy,
  query: Query,
  fields: readonly Field[],
  needed: readonly Field[],
  signal: AbortSignal | undefined,
): Promise<MaskAsked> {
  const where = activeWhere(query.where)
  const isSearched = sentWords(query.search) !== ''
  if (where === null && !isSearched) {
    await copy.bring(needed, signal)
    return { kind: 'all' }
  }
  if (where === null || isSearched || !canTell(where, fields)) {
    const [told] = await Promise.all([toldMask(copy, query, fields, signal), copy.bring(needed, signal)])
    return told
  }
  const names = new Set(conditionsOf(where).map(({ field }) => field))
  const others = fields.filter(({ id }) => names.has(id) && !needed.some((field) => field.id === id))
  await copy.bring([...needed, ...others], signal)
  return { kind: 'where', where }
}

async function toldMask(
  copy: MirroredCopy,
  query: Query,
  fields: readonly Field[],
  signal: AbortSignal | undefined,
): Promise<MaskAsked> {
  const { from } = partsOfSelect({ ...query, columns: null }, fields, true)
  const sql = from.slice(` FROM ${sqlName(query.resource)} WHERE `.length)
  return { kind: 'told', name: await copy.bringTold(sql, signal) }
}

async function put<A>(
  copy: MirroredCopy,
  mask: MaskAsked,
  question: Question,
  signal: AbortSignal | undefined,
): Promise<A | null> {
  const answer = await copy.calls.call({ kind: 'ask', copy: copy.name, mask, question }, signal)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker is this build's own
  return answer as A | null
}
