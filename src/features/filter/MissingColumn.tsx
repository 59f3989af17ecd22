import { TriangleAlert } from 'lucide-react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import { sqlName } from '../../query/sqlText.ts'
import { currentView, navigate } from '../../workspace/view.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { missingColumnWords } from '../../words/en/filter/missingColumn.ts'
import styles from './notes/Note.module.css'

export interface MissingColumnProps {
  readonly client: ActionClient
  readonly resource: string
  /** The columns that the server can't send; null if it is `rank`, whose values it can't. */
  readonly names: readonly string[] | null
}

/** Says which columns of the table are missing or blank and whose fault that is, and shows them in SQL where there is SQL. */
export function MissingColumn({ client, resource, names }: MissingColumnProps) {
  const hasSql = useProfile(client, ({ sql }) => sql === 'on')
  const statement = `SELECT * FROM ${sqlName(resource)} LIMIT 100`
  return (
    <div className={styles.note} role="note">
      <Icon icon={TriangleAlert} />
      <p>
        <b>{names === null ? missingColumnWords.blankRank : missingColumnWords.what(names)}</b> {whyOf(names)}{' '}
        {hasSql && missingColumnWords.bySql}
      </p>
      {hasSql && (
        <Button size="sm" onClick={() => navigate({ ...currentView(), mode: 'sql', sql: statement, parameters: '' })}>
          {missingColumnWords.showInSql}
        </Button>
      )}
    </div>
  )
}

function whyOf(names: readonly string[] | null): string {
  if (names === null) return missingColumnWords.whyBlankRank
  return names.some((name) => name.includes('#')) ? missingColumnWords.numberSign : missingColumnWords.j
}
