import { Ellipsis, FileDown, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { saveFile } from '../../../ui/browser/saveFile.ts'
import { Button } from '../../../ui/Button.tsx'
import { FileInput } from '../../../ui/FileInput.tsx'
import { Menu, type MenuItem } from '../../../ui/floating/Menu.tsx'
import { showToast } from '../../../ui/Toast.tsx'
import { sqlFileWords } from '../../../words/en/sql/files.ts'
import { readSqlFile, sqlFileOf } from '../../../sql/files/sqlFile.ts'

export interface SqlFileMenuProps {
  /** What is in the editor. */
  readonly text: () => string
  /** Puts a text in its place, as one step that can be undone. */
  readonly onText: (text: string) => void
  /** The name of a saved file. */
  readonly name: string
  /** What else is in the menu. */
  readonly others?: (() => readonly (readonly MenuItem[])[]) | undefined
}

/** Opens and saves `.sql` files, and does what has no button of its own. */
export function SqlFileMenu({ text, onText, name, others }: SqlFileMenuProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        ref={anchor}
        variant="ghost"
        icon={Ellipsis}
        iconOnly
        label={sqlFileWords.more}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      <FileInput
        ref={input}
        label={sqlFileWords.choose}
        accept=".sql,.txt,application/sql,text/plain"
        onFile={(file) => void openSqlFile(file, onText)}
      />
      {isOpen && (
        <Menu
          label={sqlFileWords.more}
          anchor={anchor}
          onClose={() => setIsOpen(false)}
          groups={[
            ...(others?.() ?? []),
            [
              { id: 'open', title: sqlFileWords.open, icon: FileUp, onChoose: () => input.current?.click() },
              {
                id: 'save',
                title: sqlFileWords.save,
                icon: FileDown,
                onChoose: () => saveFile(sqlFileOf(text()), name),
              },
            ],
          ]}
        />
      )}
    </>
  )
}

/** Puts the text of a file into the editor, or says why it can't. */
export async function openSqlFile(file: File, onText: (text: string) => void): Promise<void> {
  const read = await readSqlFile(file)
  if (read.kind === 'text') {
    onText(read.text)
    showToast(sqlFileWords.opened(file.name))
  } else if (read.kind === 'tooLarge') showToast(sqlFileWords.tooLarge(file.name, file.size))
  else showToast(sqlFileWords[read.kind](file.name))
}
