import { TriangleAlert } from 'lucide-react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import { sqlName } from '../../query/sqlText.ts'
import { currentView, navigate } from '../../workspace/view.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { missingColumnWords } from '../../words/en/filter/missingColumn.ts'
import styles from './Note.module.css'

/** Says that the table's column `j` is missing and whose fault that is, and shows it in SQL where there is SQL. */
export function MissingColumn({ client, resource }: { readonly client: ActionClient; readonly resource: string }) {
  const hasSql = useProfile(client, ({ sql }) => sql === 'on')
  const statement = `SELECT * FROM ${sqlName(resource)} LIMIT 100`
  return (
    <div className={styles.note} role="note">
      <Icon icon={TriangleAlert} />
      <p>
        <b>{missingColumnWords.what}</b> {missingColumnWords.why} {hasSql && missingColumnWords.bySql}
      </p>
      {hasSql && (
        <Button size="sm" onClick={() => navigate({ ...currentView(), mode: 'sql', sql: statement })}>
          {missingColumnWords.showInSql}
        </Button>
      )}
    </div>
  )
}
