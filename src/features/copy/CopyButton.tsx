import { toolWords } from '../../words/en/filter/tools.ts'
import { HardDriveDownload } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { useShortcuts } from '../shortcuts/useShortcuts.ts'
import { askToCopy, type CopyRequest } from './askToCopy.ts'

/** Opens the question whether to copy the table on the screen; null while that can't be asked. */
export function CopyButton({ request }: { readonly request: CopyRequest | null }) {
  const ask = request === null ? undefined : () => askToCopy(request)
  useShortcuts({ copyHere: ask })
  return (
    <Button icon={HardDriveDownload} collapses={2} aria-haspopup="dialog" disabled={ask === undefined} onClick={ask}>
      {toolWords.copyTable}
    </Button>
  )
}
