import { describe, expect, test } from 'vitest'
import { emptyPglite } from '../../../../e2e/support/emptyPglite.ts'
import { ActionError } from '../../../protocol/envelope.ts'
import { sqlErrorPlace } from '../errors/sqlErrorPlace.ts'
import { errorAsWritten, onCopies } from './onCopies.ts'

const COPIES: Readonly<Record<string, string>> = { works: 'copy_1', 'b-2': 'copy_22', Öl: 'copy_3' }
const mapped = (written: string) => onCopies(written, (name) => COPIES[name] ?? null)

describe('a statement on copies', () => {
  test.each([
    ['select "works"."_id" from "works"', 'select "works"."_id" from "copy_1" AS "works"'],
    ['select * from works w, "b-2"', 'select * from "copy_1" w, "copy_22" AS "b-2"'],
    ['select * from public."b-2" as b', 'select * from "copy_22" as b'],
    [
      'with works as (select * from works) select * from works',
      'with works as (select * from "copy_1" AS "works") select * from works',
    ],
    [
      "table works -- works\nunion select 'works' from other",
      `table "copy_1" -- works\nunion select 'works' from other`,
    ],
    ['select 1 from works tablesample system (5)', 'select 1 from "copy_1" AS "works" tablesample system (5)'],
    [
      'select * from works natural join "b-2" using (x)',
      'select * from "copy_1" AS "works" natural join "copy_22" AS "b-2" using (x)',
    ],
  ])('%s', (written, sent) => {
    expect(mapped(written).text).toBe(sent)
  })

  test('each place leads back to where that was written', () => {
    const written = 'select a from works x join "b-2" on b-2 = "b-2".a, Öl'
    const { text, back } = mapped(written)
    for (const word of ['select', 'a from', 'x join', 'on b-2', '= "b-2"', '.a']) {
      expect(back(text.indexOf(word)), word).toBe(written.indexOf(word))
    }
    expect(written.slice(back(text.indexOf('copy_22')))).toMatch(/^"b-2" on/)
    expect(back(text.length)).toBe(written.length)
  })
})

test('what PostgreSQL says is wrong is said of the statement as it was written, at its place', async () => {
  const database = await emptyPglite()
  await database.exec(
    'create table copy_1 (_id int, name text); create table copy_22 (_id int, n int); create table copy_3 (x int)',
  )
  const wrong = [
    ['select nope from works', 'nope'],
    ['select *\nfrom works w\n  join "b-2" on w.nam = "b-2".n', 'w.nam'],
    ['select "b-2".x from "b-2"', '"b-2".x'],
    ["select '漢字', works.nope from works", 'works.nope'],
    ['select count(*)\tfrm from works\twhere nam = 1', 'nam = 1'],
    ['select name from works group by _id', 'name'],
    ['select lower(works._id) from works, "b-2"', 'lower'],
    ['select * from works, gone', 'gone'],
    ['select * frm works', 'frm'],
  ] as const
  for (const [written, at] of wrong) {
    const on = mapped(written)
    const said = await database.query(on.text).then(
      () => null,
      (error: Error & { position: string }) => ({ message: error.message, position: Number(error.position) - 1 }),
    )
    const { lines, column } = linesUpTo(on.text, said?.position ?? 0)
    const quoted = `LINE ${lines.length}: ${on.text.split('\n')[lines.length - 1]?.replaceAll('\t', ' ')}`
    const caret = ' '.repeat(`LINE ${lines.length}: `.length + column)
    const message = `${said?.message}\n${quoted}\n${caret}^`
    const error = errorAsWritten(new ActionError({ kind: 'sql', status: 409, message }), written, on)
    if (!(error instanceof ActionError)) throw new Error('not an ActionError')
    expect(error.message, written).not.toContain('copy_')
    expect(sqlErrorPlace(error, written), `${written}: ${error.message}`).toBe(written.indexOf(at))
  }
})

/** The lines before a place, and how many columns of the screen stand before it in the last one. */
function linesUpTo(text: string, place: number) {
  const lines = Array.from(text).slice(0, place).join('').split('\n')
  const column = Array.from(lines.at(-1) ?? '').reduce(
    (sum, letter) => sum + (/[\u2e80-\ua4cf]/.test(letter) ? 2 : 1),
    0,
  )
  return { lines, column }
}
