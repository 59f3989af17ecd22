import type { UseQueryResult } from '@tanstack/react-query'
import { Plus, RotateCw, Table2, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { NetworkError } from '../client/networkError.ts'
import type { Table } from '../client/tables.ts'
import { fieldKind, type Field } from '../protocol/field.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { SearchField } from '../ui/Field.tsx'
import { Icon, typeIcon } from '../ui/Icon.tsx'
import { matchOptions } from '../ui/matchOptions.ts'
import { explainFailure } from './failure.ts'
import { FindOutWhy } from './FindOutWhy.tsx'
import styles from './Rail.module.css'
import { findTable, tableKeywords } from './tableNames.ts'

export interface RailListsProps {
  readonly instance: string
  readonly hasToken: boolean
  readonly tables: UseQueryResult<readonly Table[]>
  /** false where the server has no list of tables. */
  readonly isListed: boolean
  /** The instance does not open at all, which is told beside the lists. */
  readonly isShut: boolean
  /** Why nothing comes over the network is told beside the lists. */
  readonly isToldBeside: boolean
  readonly resource: string | null
  /** The fields of the current table; null while they are unknown. */
  readonly fields: readonly Field[] | null
  readonly onResource: (id: string) => void
  /** How many records a table has, for the end of its line. */
  readonly rowCount: (table: Table, isCurrent: boolean) => ReactNode
  /** Absent where no table can be made or deleted. */
  readonly onNewTable?: (() => void) | undefined
  readonly onDeleteTable?: ((table: Table) => void) | undefined
}

/** One search over the tables of the instance and the fields of the current table, and the two lists. */
export function RailLists(props: RailListsProps) {
  const { instance, hasToken, tables, isListed, isShut, isToldBeside, resource, fields, onResource, rowCount } = props
  const { onNewTable, onDeleteTable } = props
  const [search, setSearch] = useState('')
  const newTable = useRef<HTMLButtonElement>(null)
  const all = tables.data ?? []
  const current = resource === null ? undefined : (findTable(all, resource)?.id ?? resource)
  const foundTables = matchOptions(
    all.map((table) => ({ ...table, keywords: tableKeywords(table) })),
    search,
  )
  const foundFields = matchOptions(
    (fields ?? []).map((field) => ({ ...field, title: field.id, keywords: labelOf(field) })),
    search,
  )
  const shownTables = foundTables.slice(0, MOST_SHOWN)
  const shownFields = foundFields.slice(0, MOST_SHOWN)

  return (
    <>
      <div className={styles.search}>
        <SearchField label="Find a table or field" value={search} onChange={setSearch} />
      </div>
      <div className={styles.tables}>
        <Heading title="Tables" found={isListed ? tables.data && foundTables.length : undefined}>
          {onNewTable && !isShut && (
            <Button ref={newTable} variant="ghost" size="sm" icon={Plus} onClick={onNewTable}>
              New table
            </Button>
          )}
        </Heading>
        {tables.error && !isShut && (
          <TablesProblem
            error={tables.error}
            instance={instance}
            hasToken={hasToken}
            // What came of the query is told beside it, and the same cause is told once.
            isToldThere={isToldBeside && tables.error instanceof NetworkError}
            onRetry={() => void tables.refetch()}
          />
        )}
        {tables.isPending && !tables.error && <Skeleton />}
        {tables.data?.length === 0 && (
          <p className={styles.note}>
            {isListed
              ? 'No table here yet.'
              : 'This server has no list of tables. One whose id you know opens from the resource picker.'}
          </p>
        )}
        <ul className={styles.list}>
          {shownTables.map((table) => (
            <li key={table.id} className={styles.table}>
              <button
                type="button"
                className={styles.item}
                aria-current={table.id === current || undefined}
                data-lines={table.dataset === '' ? undefined : 2}
                title={[table.title, table.dataset, table.description, table.id].filter(Boolean).join('\n')}
                onClick={() => onResource(table.id)}
              >
                <Icon icon={Table2} />
                <span>
                  <bdi>{table.title}</bdi>
                  {table.dataset !== '' && <small>{table.dataset}</small>}
                </span>
                {rowCount(table, table.id === current)}
              </button>
              {onDeleteTable && table.id === current && (
                <DeleteButton table={table} onDelete={onDeleteTable} heir={newTable} />
              )}
            </li>
          ))}
        </ul>
        <More of={foundTables.length - shownTables.length} what="tables" />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- nothing in it takes the focus, and it scrolls */}
      <section className={styles.fields} aria-label="Fields" tabIndex={0}>
        <Heading title="Fields" found={fields?.length ? foundFields.length : undefined} />
        {fields === null && resource !== null && !isShut && <Skeleton />}
        <ul className={styles.list}>
          {shownFields.map((field) => (
            <li
              key={field.id}
              className={styles.item}
              title={[field.id, field.type, labelOf(field)].filter(Boolean).join(', ')}
            >
              <Icon icon={typeIcon(fieldKind(field.type))} />
              <span>{field.id}</span>
            </li>
          ))}
        </ul>
        <More of={foundFields.length - shownFields.length} what="fields" />
      </section>
      {search !== '' && foundTables.length + foundFields.length === 0 && (
        <p className={styles.note}>No table and no field here has “{search}” in its name.</p>
      )}
    </>
  )
}

interface DeleteButtonProps {
  readonly table: Table
  readonly onDelete: (table: Table) => void
  /** Takes the focus when the button goes with its table. */
  readonly heir: RefObject<HTMLElement | null>
}

function DeleteButton({ table, onDelete, heir }: DeleteButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const element = button.current
    const next = heir.current
    return () => {
      if (element !== null && element === document.activeElement) next?.focus({ preventScroll: true })
    }
  }, [heir])
  return (
    <Button
      ref={button}
      variant="ghost"
      size="sm"
      icon={Trash2}
      iconOnly
      label={`Delete ${table.title}`}
      onClick={() => onDelete(table)}
    />
  )
}

/** More than this are found by searching, not by scrolling. */
const MOST_SHOWN = 200

interface HeadingProps {
  readonly title: string
  readonly found: number | undefined
  readonly children?: ReactNode
}

function Heading({ title, found, children }: HeadingProps) {
  return (
    <div className={styles.heading}>
      <h2>{title}</h2>
      {found !== undefined && <span>{found.toLocaleString('en')}</span>}
      {children}
    </div>
  )
}

function More({ of, what }: { readonly of: number; readonly what: string }) {
  return of > 0 ? (
    <p className={styles.note}>
      {of.toLocaleString('en')} more {what}, search to find them
    </p>
  ) : null
}

interface TablesProblemProps {
  readonly error: Error
  readonly instance: string
  readonly hasToken: boolean
  readonly isToldThere: boolean
  readonly onRetry: () => void
}

/** Why the list is not there; a table can be opened by its id all the same. */
function TablesProblem({ error, instance, hasToken, isToldThere, onRetry }: TablesProblemProps) {
  const { what, remedy, serverText } = explainFailure(error, { instance, table: null, hasToken })
  return (
    <div className={styles.problem}>
      <Alert
        plain
        title="The list of tables did not come."
        serverText={serverText}
        actions={
          <>
            <Button size="sm" icon={RotateCw} onClick={onRetry}>
              Try again
            </Button>
            {!isToldThere && <FindOutWhy error={error} resource={null} />}
          </>
        }
      >
        {!isToldThere && `${what} ${remedy ?? ''} `}A table whose id you know opens from the resource picker.
      </Alert>
    </div>
  )
}

function Skeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  )
}

/** The name that the data dictionary gives the field, where it has one. */
function labelOf(field: Field): string {
  const label = field.info?.['label']
  return typeof label === 'string' ? label : ''
}
