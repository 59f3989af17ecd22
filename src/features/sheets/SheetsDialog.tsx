import { Ellipsis, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Menu } from '../../ui/floating/Menu.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { sheetsWords } from '../../words/en/sheets/sheets.ts'
import { NameField } from './NameField.tsx'
import styles from './SheetsDialog.module.css'
import { tabMenu } from './tabMenu.ts'
import type { SheetActions, SheetTab } from './useSheetTabs.ts'

export interface SheetsDialogProps {
  readonly tabs: readonly SheetTab[]
  /** How many closed ones can be reopened. */
  readonly closed: number
  readonly actions: SheetActions
  readonly onClose: () => void
}

/** All tabs as a list, where there is no room for a strip of them. */
export function SheetsDialog({ tabs, closed, actions, onClose }: SheetsDialogProps) {
  const anchor = useRef<HTMLElement>(null)
  const [menu, setMenu] = useState<string | null>(null)
  const [renamed, setRenamed] = useState<string | null>(null)
  const inMenu = tabs.find(({ sheet }) => sheet.id === menu)
  return (
    <Dialog
      title={sheetsWords.tabs}
      width="sheet"
      onClose={onClose}
      foot={
        <Button
          icon={Plus}
          onClick={() => {
            actions.open()
            onClose()
          }}
        >
          {sheetsWords.open}
        </Button>
      }
    >
      <ul className={styles.list} aria-label={sheetsWords.tabs}>
        {tabs.map((tab) => (
          <li key={tab.sheet.id} data-shown={tab.isShown || undefined}>
            {renamed === tab.sheet.id ? (
              <NameField
                title={tab.title}
                onEnd={(title) => {
                  setRenamed(null)
                  if (title !== null && title.trim() !== tab.title) actions.rename(tab.sheet, title)
                }}
              />
            ) : (
              <button
                type="button"
                aria-label={tab.name}
                aria-current={tab.isShown || undefined}
                data-autofocus={tab.isShown ? '' : undefined}
                onClick={() => {
                  actions.show(tab.sheet)
                  onClose()
                }}
              >
                <Icon icon={tab.icon} />
                <span>
                  <bdi>{tab.title}</bdi>
                  {tab.elsewhere !== null && ' '}
                  {tab.elsewhere !== null && <small>{tab.elsewhere}</small>}
                </span>
                {tab.isEdited && <span className={styles.dot} />}
              </button>
            )}
            <Button
              variant="ghost"
              icon={Ellipsis}
              iconOnly
              label={sheetsWords.menu(tab.title)}
              aria-haspopup="menu"
              onClick={(event) => {
                anchor.current = event.currentTarget
                setMenu(tab.sheet.id)
              }}
            />
          </li>
        ))}
      </ul>
      {inMenu !== undefined && (
        <Menu
          label={sheetsWords.menu(inMenu.title)}
          groups={tabMenu({ tabs, tab: inMenu, closed, actions, onRename: () => setRenamed(inMenu.sheet.id) })}
          anchor={anchor}
          align="end"
          onClose={() => setMenu(null)}
        />
      )}
    </Dialog>
  )
}
