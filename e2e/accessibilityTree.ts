import type { CDPSession, Page } from 'playwright/test'
import { grid } from './explorer.ts'

type AxNode = Awaited<ReturnType<typeof fullTree>>[number]
type DomNode = Awaited<ReturnType<typeof wholeDocument>>

/** A cell of the grid, as Chromium gives it to assistive technology. */
export interface SpokenCell {
  readonly role: string
  readonly name: string
  /** From 1, the number of the row being the first. */
  readonly column: number
  readonly isFocused: boolean
  readonly isReadOnly: boolean
}

export interface SpokenRow {
  /** From 1, the header being the first. */
  readonly row: number
  readonly cells: readonly SpokenCell[]
}

/**
 * The rows and cells of the grid in the order of Chromium's accessibility tree. What the protocol does not tell of a node,
 * its place in the whole, is that of the element that the node stands for.
 */
export async function spokenRows(page: Page): Promise<readonly SpokenRow[]> {
  const session = await page.context().newCDPSession(page)
  // At once, so that both are of the same moment.
  const [nodes, root] = await Promise.all([fullTree(session), wholeDocument(session)])
  await session.detach()
  const attributes = attributesByNode(root)
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const named = nodes.find(({ role, name }) => role?.value === 'grid' && name?.value === 'Records')
  if (named === undefined) throw new Error('There is no grid in the accessibility tree')
  const place = ({ backendDOMNodeId = -1 }: AxNode, name: string) =>
    Number(attributes.get(backendDOMNodeId)?.get(name) ?? Number.NaN)
  return ownedBy(named, byId).map((row) => ({
    row: place(row, 'aria-rowindex'),
    cells: ownedBy(row, byId).map((cell) => ({
      role: cell.role?.value ?? '',
      name: cell.name?.value ?? '',
      column: place(cell, 'aria-colindex'),
      isFocused: isTrue(cell, 'focused'),
      isReadOnly: isTrue(cell, 'readonly'),
    })),
  }))
}

/** What is seen of the grid's columns on a line through the middle of its rows, from left to right, by `aria-colindex`. */
export async function seenColumns(page: Page): Promise<readonly number[]> {
  return grid(page).evaluate((root) => {
    const { left, top } = root.getBoundingClientRect()
    const seen: number[] = []
    for (let x = left + 2; x < left + root.clientWidth; x += 8) {
      const cell = document.elementFromPoint(x, top + root.clientHeight / 2)?.closest('[aria-colindex]')
      const column = Number(cell?.getAttribute('aria-colindex') ?? Number.NaN)
      if (!Number.isNaN(column) && seen.at(-1) !== column) seen.push(column)
    }
    return seen
  })
}

async function fullTree(session: CDPSession) {
  return (await session.send('Accessibility.getFullAXTree')).nodes
}

async function wholeDocument(session: CDPSession) {
  return (await session.send('DOM.getDocument', { depth: -1 })).root
}

/** The nodes below one, those in the place of an ignored one that it has. */
function ownedBy(node: AxNode, byId: ReadonlyMap<string, AxNode>): readonly AxNode[] {
  return (node.childIds ?? []).flatMap((id) => {
    const child = byId.get(id)
    if (child === undefined) return []
    return child.ignored ? ownedBy(child, byId) : [child]
  })
}

function isTrue({ properties = [] }: AxNode, name: string): boolean {
  return properties.some((property) => property.name === name && property.value.value === true)
}

/** Attributes by name, of each element by the number that both trees share. */
function attributesByNode(root: DomNode): ReadonlyMap<number, ReadonlyMap<string, string>> {
  const found = new Map<number, ReadonlyMap<string, string>>()
  const visit = ({ backendNodeId, attributes = [], children = [] }: DomNode): void => {
    const names = attributes.filter((_, at) => at % 2 === 0)
    found.set(backendNodeId, new Map(names.map((name, at) => [name, attributes[at * 2 + 1] ?? ''])))
    for (const child of children) visit(child)
  }
  visit(root)
  return found
}
