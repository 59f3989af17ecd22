import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { wheres } from '../../e2e/support/generatedQueries.ts'
import type { Condition, Where } from './query.ts'
import { dissolved, grouped, inverted, joinedOtherwise, moved, switched } from './treeEdits.ts'
import { partAt, pathOf, withPartAt } from './treePaths.ts'
import { conditionsOf } from './where.ts'

const is = (field: string): Condition => ({ id: field, field, op: 'is', values: ['1'] })
const [a, b, c, d] = [is('a'), is('b'), is('c'), is('d')]

/** A tree in short: `a & (b | c)`. */
function text(where: Where, isTop = true): string {
  if ('field' in where) return `${where.off === true ? '-' : ''}${where.field}`
  const parts = ('all' in where ? where.all : where.any).map((part) => text(part, false))
  const joined = parts.join('all' in where ? ' & ' : ' | ')
  return isTop ? joined : `${where.off === true ? '-' : ''}${where.not === true ? '!' : ''}(${joined})`
}
const edited = (edit: { where: Where; path: readonly number[] } | null) =>
  edit === null ? null : `${text(edit.where)} @${edit.path.join('.')}`

test('parts are found, replaced and taken out, with the groups that become empty', () => {
  const tree = { all: [a, { any: [b, { all: [c] }] }] }
  expect(partAt(tree, [1, 1, 0])).toBe(c)
  expect(partAt(tree, [0, 0])).toBeUndefined()
  expect(pathOf(tree, c)).toEqual([1, 1, 0])
  expect(text(withPartAt(tree, [1, 1, 0], d))).toBe('a & (b | (d))')
  expect(text(withPartAt(tree, [1, 1, 0], null))).toBe('a & (b)')
  expect(text(withPartAt({ all: [{ any: [{ all: [c] }] }] }, [0, 0, 0], null))).toBe('')
})

test('a part goes into one group with the one before, which is joined the other way', () => {
  expect(edited(grouped({ all: [a, b, c] }, [1]))).toBe('(a | b) & c @0.1')
  expect(edited(grouped({ all: [{ any: [a, b] }, c] }, [1]))).toBe('(a | b | c) @0.2')
  expect(edited(grouped({ all: [{ any: [a, b], not: true }, c] }, [1]))).toBe('(!(a | b) | c) @0.1')
  expect(edited(grouped({ all: [{ any: [a, b, c] }] }, [0, 2]))).toBe('(a | (b & c)) @0.1.1')
  expect(grouped({ all: [a] }, [0])).toBeNull()
})

test('a group is dissolved into its parts', () => {
  expect(edited(dissolved({ all: [a, { any: [b, c] }, d] }, [1]))).toBe('a & b & c & d @1')
  expect(edited(dissolved({ all: [{ any: [a, { all: [b, c] }] }] }, [0, 1]))).toBe('(a | b | c) @0.1')
  expect(dissolved({ all: [a] }, [0])).toBeNull()
})

test('a part moves past conditions, into groups and out of them', () => {
  expect(edited(moved({ all: [a, b] }, [0], 1))).toBe('b & a @1')
  expect(edited(moved({ all: [a, b] }, [1], -1))).toBe('b & a @0')
  expect(edited(moved({ all: [a, { any: [b, c] }] }, [0], 1))).toBe('(a | b | c) @0.0')
  expect(edited(moved({ all: [{ any: [b, c] }, a] }, [1], -1))).toBe('(b | c | a) @0.2')
  expect(edited(moved({ all: [{ any: [b, c] }, a] }, [0, 1], 1))).toBe('(b) & c & a @1')
  expect(edited(moved({ all: [{ any: [b, c] }, a] }, [0, 0], -1))).toBe('b & (c) & a @0')
  expect(edited(moved({ all: [{ any: [b] }, a] }, [0, 0], 1))).toBe('b & a @0')
  expect(edited(moved({ all: [{ any: [a, b] }, { any: [c] }] }, [0], 1))).toBe('((a | b) | c) @0.0')
  expect(moved({ all: [a, b] }, [1], 1)).toBeNull()
  expect(moved({ all: [a, b] }, [0], -1)).toBeNull()
})

test('parts are switched off and on, inverted, and joined otherwise', () => {
  expect(switched(switched(a))).toEqual(a)
  expect(text({ all: [switched({ any: [a] })] })).toBe('-(a)')
  expect(inverted(a)).toEqual({ ...a, op: 'isNot' })
  expect(inverted({ ...a, op: 'isNot', withoutNull: true })).toEqual(a)
  expect(text({ all: [inverted({ any: [a, b] })] })).toBe('!(a | b)')
  expect(inverted(inverted({ any: [a] }))).toEqual({ any: [a] })
  expect(text({ all: [joinedOtherwise({ any: [a, b], off: true })] })).toBe('-(a & b)')
})

test('no edit of the order loses or doubles a condition, and the path leads to what was moved', () => {
  fc.assert(
    fc.property(wheres, fc.nat(), fc.constantFrom('left', 'right', 'group', 'dissolve'), (where, pick, how) => {
      let number = 0
      const numbered = (part: Where): Where => {
        if ('field' in part) return { ...part, id: String((number += 1)) }
        return 'all' in part
          ? { ...part, all: part.all.map((each) => numbered(each)) }
          : { ...part, any: part.any.map((each) => numbered(each)) }
      }
      const tree = numbered(where)
      const paths: number[][] = []
      const walk = (parts: readonly Where[], above: number[]) => {
        for (const [place, part] of parts.entries()) {
          paths.push([...above, place])
          if (!('field' in part)) walk('all' in part ? part.all : part.any, [...above, place])
        }
      }
      walk('all' in tree ? tree.all : [], [])
      const path = paths[pick % Math.max(1, paths.length)]
      if (path === undefined) return
      const part = partAt(tree, path)
      const edits = {
        left: () => moved(tree, path, -1),
        right: () => moved(tree, path, 1),
        group: () => grouped(tree, path),
        dissolve: () => dissolved(tree, path),
      }
      const edit = edits[how]()
      if (edit === null) return
      const ids = (each: Where) =>
        conditionsOf(each)
          .map(({ id }) => id)
          .toSorted()
      expect(ids(edit.where)).toEqual(ids(tree))
      if (how !== 'dissolve') expect(partAt(edit.where, edit.path)).toBe(part)
    }),
    { numRuns: 500 },
  )
})
