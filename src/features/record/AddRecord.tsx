import { toolWords } from '../../words/en/filter/tools.ts'
import { FileUp, Lock, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import { Button } from '../../ui/Button.tsx'
import { Popover, PopoverBody } from '../../ui/floating/Popover.tsx'
import { recordWords } from '../../words/en/record/record.ts'
import { LockReason } from '../write/LockReason.tsx'
import { useTableRight } from '../write/useTableRight.ts'

export interface AddRecordProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly resource: string
  readonly onAdd: () => void
  /** Adds records of a file. */
  readonly onFile: (() => void) | undefined
}

/** The button that adds a record or, where nothing can be changed, the one that says why. */
export function AddRecord({ instance, client, resource, onAdd, onFile }: AddRecordProps) {
  const right = useTableRight(instance, client, resource)
  const lock = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  if (right === 'mayChange') {
    return (
      <>
        <Button icon={Plus} collapses={2} onClick={onAdd}>
          {toolWords.addRecord}
        </Button>
        {onFile && <Button variant="ghost" icon={FileUp} iconOnly label={toolWords.addFromFile} onClick={onFile} />}
      </>
    )
  }
  return (
    <>
      <Button
        ref={lock}
        variant="ghost"
        icon={Lock}
        collapses={2}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {recordWords.readOnly}
      </Button>
      <Popover open={open} onClose={() => setOpen(false)} anchor={lock} label={recordWords.readOnly}>
        <PopoverBody>
          <LockReason right={right} instance={instance.title} client={client} resource={resource} />
        </PopoverBody>
      </Popover>
    </>
  )
}
