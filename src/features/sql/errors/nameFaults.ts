import { columnWithItsWords, nearestColumn } from '../../../query/nearestColumn.ts'
import { sqlLiteral, sqlName } from '../../../query/sqlText.ts'
import { writtenName } from '../../../sql/names.ts'
import type { FromItem } from '../../../sql/statement/fromItems.ts'
import { readOutputItem } from '../../../sql/statement/outputName.ts'
import { relationNamed, type Relation } from '../../../sql/statement/relations.ts'
import { partsOf } from '../../../sql/statement/walk.ts'
import { fixWords } from '../../../words/en/statement/faults.ts'
import type { SqlFix } from './sqlFix.ts'
import { replacing, type Fault } from './fault.ts'
import { isAggregate } from '../../../sql/isAggregate.ts'
import type { KnownTable } from './knownTables.ts'
import { aroundOf, pathEnd, tokenOfPlace, type Around, type Refused } from './refused.ts'
import { closingOf, indexesOf, nameAt, namesLike, rangeOf, textAt, wordAt } from './written.ts'

/** A column that there is not: `said` is the path in the server's words. */
export function noColumn(refused: Refused, said: string): Fault {
  const { written } = refused
  const named = /([^."]+)"?$/.exec(said)?.[1] ?? said
  const first = tokenOfPlace(refused)
  const at = nameAt(written, first) === null ? (namesLike(written, named)[0] ?? -1) : pathEnd(written, first)
  const range = rangeOf(written, at)
  const name = nameAt(written, at) ?? named
  if (range === null)
    return {
      problem: { code: 'noColumn', column: `"${name}"`, relation: null, nearest: hinted(refused) },
      range,
      fix: null,
    }
  const around = aroundOf(refused, range.start)
  const qualifier = textAt(written, at - 1) === '.' ? nameAt(written, at - 2) : null
  const output = qualifier === null ? outputOf(around, name) : null
  if (output !== null) {
    const fix = output.text === null ? null : replacing(fixWords.changeTo(output.text), range, output.text)
    return { problem: { code: 'outputTooEarly', name: `"${name}"`, clause: output.clause }, range, fix }
  }
  const levels = around.scope.levels
  const relation = qualifier === null ? null : relationNamed(levels, qualifier)
  const relations =
    qualifier === null ? levels.flatMap((level) => level.relations) : relation === null ? [] : [relation]
  const columns = relations.flatMap((each) => each.columns().list.map((column) => column.name))
  const nearest = nearestColumn(name, columns) ?? hinted(refused) ?? columnWithItsWords(name, columns)
  const isQuoted = written.tokens[at]?.kind === 'name'
  if (nearest === null && isQuoted && qualifier === null) {
    const texts = textsAsNames(refused, at)
    if (texts.length > 0)
      return { problem: { code: 'textAsName', name: `"${name}"` }, range, fix: asTexts(refused, texts) }
  }
  const own = relation ?? (relations.length === 1 ? (relations[0] ?? null) : null)
  const by = nearest === null ? null : writtenColumn(nearest, isQuoted, qualifier === null ? relations : [])
  const problem = {
    code: 'noColumn',
    column: `"${name}"`,
    relation: own === null ? null : calledOf(own, around, refused.tables),
    nearest: nearest === null ? null : `"${nearest}"`,
  } as const
  return { problem, range, fix: by === null ? null : replacing(fixWords.changeTo(by), range, by) }
}

/** The column that PostgreSQL itself proposes. */
function hinted({ message }: Refused): string | null {
  const whole = /Perhaps you meant to reference the column "([^"]+)"/.exec(message)?.[1]
  return whole === undefined ? null : (whole.split('.').at(-1) ?? whole)
}

/** With its table where several have it. */
function writtenColumn(name: string, isQuoted: boolean, relations: readonly Relation[]): string {
  const owners = relations.filter((each) => each.columns().list.some((column) => column.name === name))
  const own = isQuoted ? sqlName(name) : writtenName(name)
  const [first] = owners
  return owners.length > 1 && first?.name ? `${writtenName(first.name)}.${own}` : own
}

/** How a person calls a relation: a table by its title, a query of WITH by its own name, whatever its alias is. */
function calledOf({ kind, name, table }: Relation, { scope }: Around, tables: readonly KnownTable[]): string | null {
  if (kind === 'cte') {
    const items = scope.arm.sources.flatMap(tablesIn)
    return items.find(({ alias }) => alias !== null && alias === name)?.path.at(-1) ?? name
  }
  if (kind !== 'table') return name
  return tables.find(({ id }) => id === table)?.title ?? null
}

function tablesIn(item: FromItem): readonly Extract<FromItem, { kind: 'table' }>[] {
  if (item.kind === 'join') return [...tablesIn(item.left), ...tablesIn(item.right)]
  if (item.kind === 'bracket') return tablesIn(item.item)
  return item.kind === 'table' ? [item] : []
}

/** An item of the SELECT list that gives this name, for WHERE and HAVING, which don't know it; its text if it can stand there. */
function outputOf({ phrase, scope }: Around, name: string): { clause: string; text: string | null } | null {
  const { clause, arm } = scope
  if ((clause !== 'where' && clause !== 'having') || arm.list === null) return null
  for (const part of partsOf(phrase, arm.list)) {
    const item = readOutputItem(phrase, part, () => '')
    const { from, to } = item.expression
    const [first, last] = [phrase.pieces[from], phrase.pieces[to - 1]]
    if (item.name !== name || first === undefined || last === undefined) continue
    const text = phrase.text.slice(first.start, last.end)
    const isHeld =
      clause === 'where' && phrase.pieces.slice(from, to).some(({ word }) => isAggregate(word) || word === 'over')
    const written = to - from === 1 ? text : `(${text})`
    return { clause: clause.toUpperCase(), text: isHeld ? null : written }
  }
  return null
}

/** The names in double quotes where one is compared: it alone, or all of its list behind IN; none where nothing is compared. */
function textsAsNames({ written }: Refused, at: number): readonly number[] {
  const isComparison = /^(?:=|<>|!=|[<>]=?|!?~\*?|like|ilike)$/i.test(textAt(written, at - 1))
  if (isComparison) return [at]
  const isItem = (each: number) =>
    textAt(written, each) === ',' || /^(?:name|string)$/.test(written.tokens[each]?.kind ?? '')
  let open = at - 1
  while (isItem(open)) open -= 1
  if (textAt(written, open) !== '(' || wordAt(written, open - 1) !== 'in') return []
  const close = closingOf(written, open)
  return indexesOf(written, (each) => each > open && each < close && written.tokens[each]?.kind === 'name')
}

function asTexts({ written }: Refused, names: readonly number[]): SqlFix {
  const edits = names.flatMap((at) => {
    const range = rangeOf(written, at)
    return range === null ? [] : [{ ...range, text: sqlLiteral(nameAt(written, at) ?? '') }]
  })
  return { label: fixWords.changeTo(edits.map(({ text }) => text).join(', ')), edits }
}

/** A table that there is not. */
export function noTable(refused: Refused, said: string): Fault {
  const { written, tables, instance } = refused
  const named = said.replaceAll('"', '')
  const first = tokenOfPlace(refused)
  const at = nameAt(written, first) === null ? (namesLike(written, named)[0] ?? -1) : first
  const range = rangeOf(written, at, pathEnd(written, at))
  const ctes = range === null ? [] : aroundOf(refused, range.start).scope.ctes.map(({ name }) => name)
  const cte = nearestColumn(named, ctes)
  const table = cte === null ? nearestTable(named, tables) : null
  const nearest = cte ?? table?.title ?? null
  const by = cte === null ? (table === null ? null : sqlName(table.id)) : writtenName(cte)
  return {
    problem: { code: 'noTable', table: `"${named}"`, instance, nearest: nearest === null ? null : `"${nearest}"` },
    range,
    fix: by === null || nearest === null ? null : replacing(fixWords.changeTo(`"${nearest}"`), range, by),
  }
}

function nearestTable(name: string, tables: readonly KnownTable[]): KnownTable | null {
  const plain = plainOf(name)
  const same = tables.filter(({ title, aliases }) => [title, ...aliases].some((each) => plainOf(each) === plain))
  if (same.length > 0) return same.length === 1 ? (same[0] ?? null) : null
  const names = tables.flatMap((table) => [table.id, table.title, ...table.aliases].map((each) => ({ table, each })))
  const nearest = nearestColumn(
    name,
    names.map(({ each }) => each),
  )
  return names.find(({ each }) => each === nearest)?.table ?? null
}

/** As it is compared with a title: `field_programmes` means Field programmes. */
function plainOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** A name before a dot that is not in FROM. */
export function notInFrom(refused: Refused, name: string): Fault {
  const { written, message } = refused
  const isMeant = (at: number) => nameAt(written, at) === name && textAt(written, at + 1) === '.'
  const places = indexesOf(written, isMeant)
  const placed = tokenOfPlace(refused)
  const at = isMeant(placed) ? placed : (places[0] ?? -1)
  const range = rangeOf(written, at)
  const hint = /Perhaps you meant to reference the table alias "([^"]+)"/.exec(message)?.[1] ?? null
  const column = nameAt(written, at + 2)
  const inFrom = range === null ? [] : (aroundOf(refused, range.start).scope.levels[0]?.relations ?? [])
  const candidates = inFrom.flatMap((relation) => {
    const { list, complete } = relation.columns()
    const has = !complete || column === null || list.some((each) => each.name === column)
    return relation.name !== null && has ? [relation.name] : []
  })
  const only = candidates.length === 1 ? (candidates[0] ?? null) : null
  const nearest = hint ?? only ?? nearestColumn(name, candidates)
  const by = nearest === null ? null : writtenName(nearest)
  const shown = calledName(refused, name)
  const edits =
    by === null
      ? []
      : places.flatMap((each) => {
          const place = rangeOf(written, each)
          return place === null ? [] : [{ ...place, text: by }]
        })
  return {
    problem: { code: 'notInFrom', name: shown, nearest: by },
    range,
    fix: by === null ? null : { label: fixWords.changeTo(by), edits },
  }
}

function calledName({ tables }: Refused, name: string): string {
  return tables.find(({ id }) => id === name)?.title ?? `"${name}"`
}

/** Two items of FROM with one name. */
export function nameTwice({ written }: Refused, name: string): Fault {
  const aliases = indexesOf(
    written,
    (at) => nameAt(written, at) === name && textAt(written, at + 1) !== '.' && textAt(written, at - 1) !== '.',
  )
  const second = aliases[1] ?? -1
  const range = rangeOf(written, second)
  let free = 2
  while (namesLike(written, `${name}${free}`).length > 0) free += 1
  const by = writtenName(`${name}${free}`)
  const isAlias =
    wordAt(written, second - 1) === 'as' ||
    (nameAt(written, second - 1) !== null && !/^(?:from|join)$/.test(wordAt(written, second - 1))) ||
    textAt(written, second - 1) === ')'
  const fix: SqlFix | null = range === null || !isAlias ? null : replacing(fixWords.nameIt(by), range, by)
  return { problem: { code: 'nameTwice', name: `"${name}"` }, range, fix }
}

/** A column that several items of FROM have. */
export function columnAmbiguous(refused: Refused, name: string): Fault {
  const { written } = refused
  const placed = tokenOfPlace(refused)
  const at = nameAt(written, placed) === name ? placed : (namesLike(written, name)[0] ?? -1)
  const range = rangeOf(written, at)
  const relations = range === null ? [] : (aroundOf(refused, range.start).scope.levels[0]?.relations ?? [])
  const owners = relations
    .filter((each) => each.columns().list.some((column) => column.name === name))
    .flatMap((each) => each.name ?? [])
  const by = owners[0] === undefined ? null : `${writtenName(owners[0])}.${textAt(written, at)}`
  const called = owners.map((owner) => calledName(refused, owner).replaceAll('"', ''))
  return {
    problem: { code: 'columnAmbiguous', column: `"${name}"`, relations: called },
    range,
    fix: by === null ? null : replacing(fixWords.changeTo(by), range, by),
  }
}

/** A subquery in FROM without a name, where PostgreSQL before 16 needs one. */
export function aliasMissing(refused: Refused): Fault {
  const { written } = refused
  const open = tokenOfPlace(refused)
  const end = rangeOf(written, closingOf(written, open))?.end
  const fix = end === undefined ? null : replacing(fixWords.nameIt('sub'), { start: end, end }, ' AS sub')
  return { problem: { code: 'aliasMissing' }, range: rangeOf(written, open), fix }
}
