/** A node of a plan, as `EXPLAIN (FORMAT JSON)` writes it. */
export type PlanNode = Readonly<Record<string, unknown>>

/** The text of a property; null if there is none. */
export function textIn(node: PlanNode, name: string): string | null {
  const value = node[name]
  return typeof value === 'string' ? value : null
}

/** The number of a property; null if there is none. */
export function numberIn(node: PlanNode, name: string): number | null {
  const value = node[name]
  return typeof value === 'number' ? value : null
}

/** The texts of a property that is a list; none if there is no such list. */
export function textsIn(node: PlanNode, name: string): readonly string[] {
  const value = node[name]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** The nodes of a property that is a list, such as those below (`Plans`). */
export function nodesIn(node: PlanNode, name = 'Plans'): readonly PlanNode[] {
  const value = node[name]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** PostgreSQL's name of the kind of node. */
export function typeOf(node: PlanNode): string {
  return textIn(node, 'Node Type') ?? ''
}

/** Whether a node is worked out when its value is first needed, anywhere below the one that it stands under. */
export function isInitPlan(node: PlanNode): boolean {
  return textIn(node, 'Parent Relationship') === 'InitPlan'
}

/** Narrows to an object that is no list. */
export function isNode(value: unknown): value is PlanNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
