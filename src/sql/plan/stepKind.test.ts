import { expect, test } from 'vitest'
import { kindOf, nodeName } from './stepKind.ts'

/** All that `ExplainNode` of PostgreSQL 15 to 18 can say. */
const TYPES =
  `Result,ProjectSet,ModifyTable,Append,Merge Append,Recursive Union,BitmapAnd,BitmapOr,Nested Loop,Merge Join,Hash Join,
Seq Scan,Sample Scan,Gather,Gather Merge,Index Scan,Index Only Scan,Bitmap Index Scan,Bitmap Heap Scan,Tid Scan,Tid Range Scan,
Subquery Scan,Function Scan,Table Function Scan,Values Scan,CTE Scan,Named Tuplestore Scan,WorkTable Scan,Foreign Scan,Custom Scan,
Materialize,Memoize,Sort,Incremental Sort,Group,Aggregate,WindowAgg,Unique,SetOp,LockRows,Limit,Hash`
    .split(',')
    .map((type) => type.trim())

test.each(TYPES)('%s has a plain name', (type) => expect(kindOf({ 'Node Type': type })).not.toBe('other'))

test('A kind of node of a later PostgreSQL goes by its own name', () => {
  expect([kindOf({ 'Node Type': 'constructor' }), nodeName({ 'Node Type': 'Star Scan' })]).toEqual([
    'other',
    'Star Scan',
  ])
})

test.each([
  [
    { 'Node Type': 'Aggregate', Strategy: 'Hashed', 'Partial Mode': 'Partial', 'Parallel Aware': false },
    'Partial HashAggregate',
  ],
  [{ 'Node Type': 'Hash Join', 'Join Type': 'Left', 'Parallel Aware': true }, 'Parallel Hash Left Join'],
  [{ 'Node Type': 'Nested Loop', 'Join Type': 'Inner' }, 'Nested Loop'],
  [{ 'Node Type': 'Nested Loop', 'Join Type': 'Anti' }, 'Nested Loop Anti Join'],
  [{ 'Node Type': 'SetOp', Strategy: 'Hashed', Command: 'Intersect All' }, 'HashSetOp Intersect All'],
  [{ 'Node Type': 'SetOp', Strategy: 'Sorted', Command: 'Except' }, 'SetOp Except'],
])('%j is PostgreSQL’s %s', (node, name) => expect(nodeName(node)).toBe(name))
