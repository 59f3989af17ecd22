import { SquareArrowRight, SquarePlus } from 'lucide-react'
import { Menu, type MenuProps } from '../../ui/floating/Menu.tsx'
import { tablesWords } from '../../words/en/tables/tables.ts'
import { keyNames } from '../shortcuts/keyNames.ts'

export interface OpenMenuProps extends Pick<MenuProps, 'anchor' | 'at' | 'onClose'> {
  readonly name: string
  readonly onOpen: () => void
  readonly onTab: () => void
}

/** The menu of a line that opens something: here, or in a tab of its own. */
export function OpenMenu({ name, onOpen, onTab, ...place }: OpenMenuProps) {
  const keys = keyNames('Mod+Enter').join(' ')
  return (
    <Menu
      {...place}
      label={tablesWords.menuOf(name)}
      groups={[
        [
          { id: 'open', title: tablesWords.openHere, icon: SquareArrowRight, onChoose: onOpen },
          { id: 'tab', title: tablesWords.openInTab, icon: SquarePlus, keys, onChoose: onTab },
        ],
      ]}
    />
  )
}
