import { Columns2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/floating/Menu.tsx'
import { paneWords } from '../../../words/en/sql/panes.ts'
import { paneItems } from './paneItems.ts'

/** Opens the menu of how editor and result share the room. */
export function PanesButton() {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        ref={anchor}
        variant="ghost"
        icon={Columns2}
        iconOnly
        label={paneWords.title}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <Menu
          label={paneWords.title}
          anchor={anchor}
          align="end"
          groups={[paneItems()]}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
