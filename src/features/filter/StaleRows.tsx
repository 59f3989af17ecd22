import { TriangleAlert } from 'lucide-react'
import { fieldKind, type Field } from '../../protocol/field.ts'
import type { Query } from '../../query/query.ts'
import { navigate, type View } from '../../workspace/view.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { shownRowsWords } from '../../words/en/filter/shownRows.ts'
import styles from './notes/Note.module.css'
import { queryParts } from './queryParts.ts'

export interface StaleRowsProps {
  readonly view: View
  /** The query whose rows are shown. */
  readonly of: Query | null
  readonly fields: readonly Field[]
}

/** Says which query the rows below belong to, where the query above has brought none, and leads back to it. */
export function StaleRows({ view, of, fields }: StaleRowsProps) {
  if (of === null) return null
  const { columns, where, search, sort, limit } = of
  const kindOf = (id: string) => fieldKind(fields.find((field) => field.id === id)?.type ?? '')
  return (
    <div className={styles.note} role="note">
      <Icon icon={TriangleAlert} />
      <p>
        {shownRowsWords.previous} <b>{shownRowsWords.query(queryParts(of, kindOf))}</b>
      </p>
      <Button
        size="sm"
        onClick={() => {
          // This note goes with the press, and the focus would be nowhere.
          document.querySelector<HTMLElement>('[role="grid"] [data-active]')?.focus({ preventScroll: true })
          navigate({ ...view, columns, where, search, sort, limit })
        }}
      >
        {shownRowsWords.back}
      </Button>
    </div>
  )
}
