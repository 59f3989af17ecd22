import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/floating/Menu.tsx'
import { laterComponent } from '../../ui/later.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { sheetsWords } from '../../words/en/sheets/sheets.ts'
import { useShortcuts } from '../shortcuts/useShortcuts.ts'
import { ClosedNote } from './ClosedNote.tsx'
import { SheetTabItem } from './SheetTabItem.tsx'
import styles from './SheetTabs.module.css'
import { tabMenu } from './tabMenu.ts'
import { tabOf, useTabFocus, wantTab } from './useTabFocus.ts'
import { useSheetTabs, type SheetPlace } from './useSheetTabs.ts'

const SheetsDialog = laterComponent(() => import('./SheetsDialog.tsx').then((module) => module.SheetsDialog))

interface OpenMenu {
  readonly id: string
  readonly at: { readonly x: number; readonly y: number } | null
}

/** The tabs of the page in the top bar; where there is no room for them, a button with their number. */
export function SheetTabs(place: SheetPlace) {
  const { tabs, closed, actions } = useSheetTabs(place)
  const list = useRef<HTMLDivElement>(null)
  const anchor = useRef<HTMLElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const [renamed, setRenamed] = useState<string | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [isListed, setIsListed] = useState(false)
  const shown = tabs.find(({ isShown }) => isShown)
  const isOnly = tabs.length === 1
  const stop = tabs.some(({ sheet }) => sheet.id === focused) ? focused : shown?.sheet.id
  const focus = (id: string | undefined) => {
    wantTab(id)
    if (id !== undefined) tabOf(list.current, id)?.focus()
  }
  useTabFocus(list, shown?.sheet.id, tabs.length)
  const close = (id: string) => {
    const at = tabs.findIndex(({ sheet }) => sheet.id === id)
    const tab = tabs[at]
    if (tab === undefined || isOnly) return
    const had = list.current?.contains(document.activeElement) === true
    actions.close([tab])
    if (had) focus((tabs[at + 1] ?? tabs[at - 1])?.sheet.id)
  }
  useShortcuts({
    newTab: actions.open,
    closeTab: isOnly || shown === undefined ? undefined : () => actions.close([shown]),
    reopenTab: closed === 0 ? undefined : actions.reopen,
    nextTab: isOnly ? undefined : () => actions.step(1),
    previousTab: isOnly ? undefined : () => actions.step(-1),
  })
  const inMenu = tabs.find(({ sheet }) => sheet.id === menu?.id)
  return (
    <>
      <div className={styles.strip} data-only={isOnly || undefined}>
        <div ref={list} className={styles.list} role="tablist" aria-label={sheetsWords.tabs}>
          {tabs.map((tab, at) => (
            <SheetTabItem
              key={tab.sheet.id}
              tab={tab}
              isOnly={isOnly}
              isStop={tab.sheet.id === stop}
              isRenamed={tab.sheet.id === renamed}
              onFocus={() => setFocused(tab.sheet.id)}
              onShow={() => {
                wantTab(tab.sheet.id)
                actions.show(tab.sheet)
              }}
              onStep={(to) => focus(tabs[to === 'first' ? 0 : to === 'last' ? tabs.length - 1 : at + to]?.sheet.id)}
              onClose={() => close(tab.sheet.id)}
              onRename={() => setRenamed(tab.sheet.id)}
              onRenamed={(title) => {
                setRenamed(null)
                if (title !== null && title.trim() !== tab.title) actions.rename(tab.sheet, title)
                wantTab(tab.sheet.id)
              }}
              onMenu={(element, point) => {
                anchor.current = element
                setMenu({ id: tab.sheet.id, at: point })
              }}
              onDrop={(id, isBehind) => {
                const moved = tabs.find(({ sheet }) => sheet.id === id)
                if (moved !== undefined && moved !== tab) actions.move(moved.sheet, tab.sheet, isBehind)
              }}
            />
          ))}
        </div>
        <Button variant="ghost" icon={Plus} iconOnly label={sheetsWords.open} onClick={actions.open} />
        <VisuallyHidden id="tabKeys">{sheetsWords.keys}</VisuallyHidden>
      </div>
      <button type="button" className={styles.count} aria-haspopup="dialog" onClick={() => setIsListed(true)}>
        <span aria-hidden="true">{tabs.length}</span>
        <VisuallyHidden>{sheetsWords.count(tabs.length)}</VisuallyHidden>
      </button>
      {menu !== null && inMenu !== undefined && (
        <Menu
          label={sheetsWords.menu(inMenu.title)}
          groups={tabMenu({ tabs, tab: inMenu, closed, actions, onRename: () => setRenamed(inMenu.sheet.id) })}
          anchor={anchor}
          at={menu.at}
          onClose={() => setMenu(null)}
        />
      )}
      {isListed && <SheetsDialog tabs={tabs} closed={closed} actions={actions} onClose={() => setIsListed(false)} />}
      <ClosedNote onReopened={focus} />
    </>
  )
}
