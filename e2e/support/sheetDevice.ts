import { createSheets } from '../../src/workspace/sheets/createSheets.ts'
import { sheetShelf, type SheetShelf } from '../../src/workspace/sheets/sheetDatabase.ts'
import { shownOf } from '../../src/workspace/sheets/sheetList.ts'
import { memoryStorage } from './memoryStorage.ts'

/** As the page kept drafts until autumn 2026. */
export const EARLIER =
  '{"state":{"instances":[],"theme":"dark","editorShare":0.55,"drafts":{"a":"SELECT 1","a ran":"SELECT 0","b":"SELECT 2"}},"version":1}'

/** A link to a table as it is, and one that asks something of it. */
export const BARE = 'v=1&table=t'
export const ASKING = 'v=1&table=t&q=salt'

/** One device, with browser tabs that have each their own storage; a tab holds its sheets until it closes. */
export function sheetDevice(openShelf: () => Promise<SheetShelf> = sheetShelf) {
  const items = new Map<string, string>()
  const held = new Map<string, Map<string, string>>()
  const problems: string[] = []
  return {
    items,
    problems,
    tab: (tabItems = new Map<string, string>(), link = BARE, instanceId = 'a') => {
      const sheets = createSheets({
        openShelf,
        device: memoryStorage(items),
        tab: memoryStorage(tabItems),
        hold: (id) => {
          const isFree = !held.has(id) || held.get(id) === tabItems
          if (isFree) held.set(id, tabItems)
          return Promise.resolve(isFree)
        },
        onProblem: (problem) => problems.push(problem),
      })
      const show = (shown: string, of = instanceId) => sheets.note({ instanceId: of, link: shown, table: null })
      show(link)
      const write = (text: string, lastRun: string | null = null) =>
        sheets.write(sheets.get().shown, { text, lastRun: lastRun === null ? null : { sql: lastRun, at: 1 } })
      return {
        ...sheets,
        items: tabItems,
        showing: show,
        writing: write,
        opening: (shown: string, of = instanceId) => {
          const { id } = sheets.open({ instanceId: of, link: shown, table: null })
          sheets.show(id)
          return id
        },
        text: () => shownOf(sheets.get()).draft?.text ?? null,
        texts: () => sheets.get().sheets.map(({ draft }) => draft?.text ?? null),
        links: () => sheets.get().sheets.map(({ link: each }) => each),
      }
    },
    close: (tabItems: Map<string, string>) => {
      for (const [id, owner] of held) if (owner === tabItems) held.delete(id)
    },
  }
}
