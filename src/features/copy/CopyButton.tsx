import { HardDriveDownload } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { copyWords } from '../../words/en/copy.ts'
import { useShortcuts } from '../shortcuts/useShortcuts.ts'
import { askToCopy, type CopyRequest } from './askToCopy.ts'

/** Opens the question whether to copy the table on the screen. */
export function CopyButton({ request }: { readonly request: CopyRequest }) {
  useShortcuts({ copyHere: () => askToCopy(request) })
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={HardDriveDownload}
      iconOnly
      label={copyWords.copyTable}
      onClick={() => askToCopy(request)}
    />
  )
}
