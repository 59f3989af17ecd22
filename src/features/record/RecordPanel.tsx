import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { recordWords } from '../../words/en/record/record.ts'
import { visibleLine } from '../../words/visibleText.ts'
import { settings } from '../../workspace/settings.ts'
import { BesidePanel } from '../result/beside/BesidePanel.tsx'
import { useTableRight } from '../write/useTableRight.ts'
import { DeletedRecord } from './DeletedRecord.tsx'
import { RecordFoot } from './RecordFoot.tsx'
import { RecordForm } from './RecordForm.tsx'
import { recordKey } from './recordKey.ts'
import styles from './RecordPanel.module.css'
import { RecordView } from './RecordView.tsx'
import type { RecordPanelProps } from './recordPanelProps.ts'
import { useDeletion } from './edit/useDeletion.ts'
import { useRecordEditing } from './edit/useRecordEditing.ts'

/** One record beside the grid, to read, edit or add. */
export function RecordPanel(props: RecordPanelProps) {
  const { client, instance, asked, resource, place, row, rowCount, isCounted, onPlace, edited, drafts, onEdit } = props
  const panel = useRef<HTMLElement>(null)
  const right = useTableRight(instance, client, resource)
  const editing = useRecordEditing(props, panel)
  const deletion = useDeletion(client, resource, props.onSaved)
  const { fields, isNew, isTyped } = editing
  const close = () => onPlace(null)
  const mayStep = place !== 'new' && edited === null
  const step = (by: -1 | 1) => {
    if (!mayStep || place + by < 0 || place + by >= rowCount) return false
    onPlace(place + by)
    return true
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTextField(event.target)) return
    if (!settings.singleKeys.get()) return
    const by = { j: 1, k: -1 }[event.key]
    if ((by === 1 || by === -1) && step(by)) event.preventDefault()
  }
  const key = row === undefined ? null : recordKey(fields, row)
  const title = place === 'new' || edited !== null ? titleOf(place, asked.table) : key
  return (
    <BesidePanel
      ref={panel}
      label={key === null ? recordWords.record : recordWords.recordOf(visibleLine(key))}
      className={styles.panel}
      onEscape={() => {
        if (editing.isLeaving) editing.setIsLeaving(false)
        else if (isTyped) editing.setIsLeaving(true)
        else if (edited === null || isNew) close()
        else editing.endEditing()
      }}
      onKey={onKey}
    >
      <div className={styles.head}>
        <h2 title={title === null ? undefined : visibleLine(title)}>
          {title === null ? titleOf(place, null) : visibleLine(title)}
        </h2>
        {mayStep && (
          <>
            <span className={styles.place}>{recordWords.place(place + 1, rowCount, isCounted)}</span>
            <Button
              variant="ghost"
              icon={ChevronUp}
              iconOnly
              label={recordWords.previous}
              disabled={place === 0}
              onClick={() => step(-1)}
            />
            <Button
              variant="ghost"
              icon={ChevronDown}
              iconOnly
              label={recordWords.next}
              disabled={place + 1 >= rowCount}
              onClick={() => step(1)}
            />
          </>
        )}
        <Button
          variant="ghost"
          icon={X}
          iconOnly
          label={recordWords.close}
          onClick={isTyped ? () => editing.setIsLeaving(true) : close}
        />
      </div>
      {deletion.step !== 'shown' ? (
        <DeletedRecord deletion={deletion} asked={asked} />
      ) : edited !== null ? (
        <RecordForm {...{ editing, edited, drafts, asked }} onClose={close} />
      ) : (
        <>
          <RecordView fields={fields} row={row} text={props.find} onText={props.onFind} />
          {row !== undefined && (
            <RecordFoot
              {...{ client, resource, asked, fields, row, right, deletion }}
              instance={instance.title}
              saved={editing.saved}
              linkTo={props.linkTo}
              chosen={props.chosen}
              onChosen={props.onChosen}
              place={place === 'new' ? -1 : place}
              onUndone={() => {
                editing.forgetSaved()
                props.onSaved()
              }}
              onEdit={() => onEdit({ edited: { row, fields } })}
            />
          )}
        </>
      )}
    </BesidePanel>
  )
}

function isTextField(target: EventTarget): boolean {
  return target instanceof Element && target.matches('input, textarea, select')
}

function titleOf(place: number | 'new', table: string | null): string {
  if (place === 'new') return table === null ? recordWords.newTitle : recordWords.newTitleIn(table)
  return table === null ? recordWords.title(place + 1) : recordWords.titleIn(place + 1, table)
}
