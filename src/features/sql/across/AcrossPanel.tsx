import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Instance } from '../../../instances/instance.ts'
import { Button } from '../../../ui/Button.tsx'
import { showToast } from '../../../ui/Toast.tsx'
import { explainFailure } from '../../result/failure.ts'
import { acrossWords } from '../../../words/en/across/across.ts'
import { AcrossRow } from './AcrossRow.tsx'
import { mayAsk, type AcrossStatement, type PlacedTable } from './acrossPlan.ts'
import styles from './AcrossPanel.module.css'
import { lookFor, type Lookable } from './foundTables.ts'
import { copyWholeTable, measuredTable } from './measuredTable.ts'
import type { Across } from './useAcross.ts'

export interface AcrossPanelProps {
  readonly plan: AcrossStatement
  readonly across: Across
  /** The statement has been run, and waits for its tables. */
  readonly isWaiting: boolean
}

/** Says that a statement names tables of several instances, what of them is in this browser, and how the rest gets there. */
export function AcrossPanel({ plan, across, isWaiting }: AcrossPanelProps) {
  const { tables, unknown } = plan
  const { choices } = across
  const isReady = unknown.length === 0 && tables.every(({ copy }) => mayAsk(copy, choices.allowed))
  // It stays as it is when the last table has come, so that nothing moves.
  const [isOpen, setIsOpen] = useState(!isReady)
  const missing = tables.filter(({ copy }) => copy === null)
  const measured = useQueries({ queries: missing.map((table) => measuredTable(table)) })
  const count = new Set(tables.map(({ instance }) => instance.id)).size
  const lacks = unknown.length > 0 ? acrossWords.unknown : isWaiting ? acrossWords.lacks : acrossWords.lacksStopped
  const copyAll = () => {
    for (const [at, table] of missing.entries()) {
      const estimate = measured[at]?.data
      if (estimate !== undefined) void copyWholeTable(table, estimate).catch((error) => sayFailure(error, table))
    }
  }
  return (
    <section className={styles.panel} aria-label={acrossWords.region}>
      <div className={styles.head}>
        <p>
          <b>{acrossWords.places(count)}</b> {isReady ? acrossWords.runs : `${acrossWords.canRun} ${lacks}`}
        </p>
        <span className={styles.buttons}>
          {missing.length > 1 && (
            <Button
              size="sm"
              variant="primary"
              disabled={measured.some(({ data }) => data === undefined)}
              onClick={copyAll}
            >
              {acrossWords.copyAll(missing.length)}
            </Button>
          )}
          <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? acrossWords.hide : acrossWords.show}
          </Button>
        </span>
      </div>
      {isOpen && (
        <ul>
          {tables.map((table) => (
            <AcrossRow key={`${table.instance.id} ${table.resource}`} table={table} choices={choices} />
          ))}
          {unknown.length > 0 && <Unknown names={unknown} places={across.unread} />}
        </ul>
      )}
    </section>
  )
}

function sayFailure(error: unknown, { instance, resource }: PlacedTable): void {
  const { what, remedy } = explainFailure(error, { instance: instance.title, table: resource, hasToken: false })
  showToast([what, remedy].filter(Boolean).join(' '))
}

/** Names that no table has which the page knows: it looks in the instances that it hasn't read, if told to. */
function Unknown({ names, places }: { readonly names: readonly string[]; readonly places: readonly Lookable[] }) {
  const [looked, setLooked] = useState<'not' | 'looking' | readonly Instance[]>('not')
  const isNowhere = looked !== 'looking' && (places.length === 0 || looked !== 'not')
  const look = async () => {
    setLooked('looking')
    setLooked(await lookFor(names, places))
  }
  return names.map((name, at) => (
    <li key={name} className={styles.row}>
      <span className={styles.table}>
        <b>{name}</b>
      </span>
      <span className={styles.state} data-kind="failed" role="alert">
        {isNowhere ? acrossWords.nowhere(name) : acrossWords.noSuchTable(name)}
        {typeof looked === 'object' && looked.length > 0 && (
          <span className={styles.note}>{acrossWords.notReached(looked.map(({ title }) => title))}</span>
        )}
      </span>
      <span className={styles.buttons}>
        {at === 0 && places.length > 0 && (
          <Button size="sm" disabled={looked === 'looking'} onClick={() => void look()}>
            {looked === 'looking' ? acrossWords.looking : acrossWords.look(places.length)}
          </Button>
        )}
      </span>
    </li>
  ))
}
