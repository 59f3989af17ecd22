import { useMemo } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { isRowan } from '../../../instances/profile/isRowan.ts'
import { useProfile } from '../../../instances/profile/useProfile.ts'
import { examplesOf, type ExampleTable } from '../../../sql/examples/examples.ts'
import { exampleWords } from '../../../words/en/sql/examples.ts'
import { shownName } from '../../../words/shownName.ts'
import { useAllFields } from '../../copyAs/tableFields.ts'
import { keyCap } from '../../shortcuts/keyNames.ts'
import { findTable } from '../../tables/tableNames.ts'
import { useTables } from '../../tables/useTables.ts'
import { exampleTitle } from './exampleTitle.ts'
import { knownTables } from './knownTables.ts'
import styles from './Examples.module.css'

export interface ExamplesProps {
  readonly instanceId: string
  readonly client: ActionClient
  /** The id of the open table. */
  readonly tableId: string
  readonly title: string
  /** Puts a statement into the editor. */
  readonly onTake: (sql: string) => void
}

/** Statements about the open table, made from its fields, to go on with. */
export function Examples({ instanceId, client, tableId, title, onTake }: ExamplesProps) {
  const cache = useQueryClient()
  const { data: tables } = useTables(instanceId, client)
  const fields = useAllFields({ instanceId, client, resource: tableId, known: null }, true)
  const takesNames = useProfile(client, isRowan)
  const examples = useMemo(() => {
    if (fields === null) return []
    const nameOf = (id: string) => (takesNames ? findTable(tables, id)?.aliases[0] : undefined) ?? id
    const own: ExampleTable = { name: nameOf(tableId), title, fields }
    const others = knownTables(cache, instanceId, tables ?? []).filter(({ id }) => id !== tableId)
    return examplesOf(
      own,
      others.map((other) => ({ name: nameOf(other.id), title: other.title, fields: other.fields })),
    )
  }, [cache, instanceId, tables, fields, takesNames, tableId, title])
  if (examples.length === 0) return null
  return (
    <section className={styles.examples} aria-labelledby="sql-examples">
      <h3 id="sql-examples">{exampleWords.heading(title)}</h3>
      <p>{exampleWords.intro}</p>
      <ul>
        {examples.map((each) => (
          <li key={each.kind}>
            <button type="button" onClick={() => onTake(each.sql)}>
              <strong>{exampleTitle({ ...each, fields: each.fields.map(shownName) })}</strong>
              {each.joins !== null && <small>{exampleWords.joins(each.joins)}</small>}
              <code>{each.sql.replaceAll(/\s+/g, ' ')}</code>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.keys}>
        <span>
          <kbd>Ctrl Space</kbd> {exampleWords.keys.suggestions}
        </span>
        <span>
          <kbd>{keyCap('runQuery')}</kbd> {exampleWords.keys.run}
        </span>
        <span>
          <kbd>F1</kbd> {exampleWords.keys.explain}
        </span>
      </p>
    </section>
  )
}
