import type { UseQueryResult } from '@tanstack/react-query'
import { Plus, RotateCw, Table2, TextCursorInput, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { NetworkError } from '../../instances/transport/networkError.ts'
import { isMissingPage } from '../../instances/catalogue/tables.ts'
import type { Table } from '../../instances/catalogue/table.ts'
import { labelOf, type Field } from '../../protocol/field.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { SearchField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { optionalComponent } from '../../ui/later.tsx'
import { matchOptions } from '../../ui/picker/matchOptions.ts'
import { tablesWords } from '../../words/en/tables/tables.ts'
import { countWords } from '../../words/figures.ts'
import { explainFailure } from '../result/failure.ts'
import { isOffline } from '../result/isOffline.ts'
import { FindOutWhy } from '../connect/FindOutWhy.tsx'
import styles from './Rail.module.css'
import { shownTables, type Found, type PortalChoice } from './shownTables.ts'
import { shownName } from '../../words/shownName.ts'
import type { NameForSql } from './namesForSql.ts'
import { draggedAs, RailFields, type FieldActions } from './RailFields.tsx'
import { OpenableItem } from './OpenableItem.tsx'
import { findTable } from './tableNames.ts'

const PortalPanel = optionalComponent(() => import('./portal/PortalPanel.tsx').then((module) => module.PortalPanel))

export interface RailListsProps {
  readonly instance: string
  readonly hasToken: boolean
  readonly tables: UseQueryResult<readonly Table[]>
  /** false if the server has no list of tables. */
  readonly isListed: boolean
  /** The instance does not open at all, which is explained beside the lists. */
  readonly isShut: boolean
  /** A network failure is explained beside the lists. */
  readonly isExplainedBeside: boolean
  readonly resource: string | null
  /** The fields of the current table; null while unknown. */
  readonly fields: readonly Field[] | null
  /** The names of those that are shown; null is all. */
  readonly shown: readonly string[] | null
  readonly onResource: (id: string) => void
  /** Opens a table in a tab of its own, which is shown, or stays behind what is. */
  readonly onBeside: (table: Table, isShown: boolean) => void
  /** Writes a name into the statement; absent where none is written. */
  readonly onName?: ((name: NameForSql) => void) | undefined
  /** What can be done with the fields; absent where no records are shown. */
  readonly fieldActions?: FieldActions | undefined
  /** How many records a table has, shown at the end of its line. */
  readonly rowCount: (table: Table, isCurrent: boolean) => ReactNode
  /** Absent if tables can't be created or deleted. */
  readonly onNewTable?: (() => void) | undefined
  readonly onDeleteTable?: ((table: Table) => void) | undefined
  readonly portal: PortalChoice | null
  /** What belongs to a table, as lines (`RailLine`) under it. */
  readonly under?: ((table: Table) => ReactNode) | undefined
  /** The way to what is known of the current table. */
  readonly about: ReactNode
}

/** The list of tables and the list of the current table's fields, with one search for both. */
export function RailLists(props: RailListsProps) {
  const {
    instance,
    hasToken,
    tables,
    isListed,
    isShut,
    isExplainedBeside,
    resource,
    fields,
    onResource,
    onBeside,
    rowCount,
  } = props
  const { onNewTable, onDeleteTable, about, portal, under, onName } = props
  const [search, setSearch] = useState('')
  const newTable = useRef<HTMLButtonElement>(null)
  const all = tables.data ?? []
  const current = resource === null ? undefined : (findTable(all, resource)?.id ?? resource)
  const [found, setFound] = useState<Found | null>(null)
  const foundTables = shownTables(all, search, portal && found, current)
  const isMissing = isMissingPage(tables.error)
  const foundFields = matchOptions(
    (fields ?? []).map((field) => ({ ...field, title: shownName(field.id), keywords: labelOf(field) })),
    search,
  )
  const visibleTables = foundTables.slice(0, MOST_SHOWN)
  const shownFields = foundFields.slice(0, MOST_SHOWN)

  return (
    <>
      <div className={styles.search}>
        <SearchField label={tablesWords.find} value={search} onChange={setSearch} />
      </div>
      <div className={styles.tables}>
        <Heading
          title={tablesWords.tables}
          found={isListed && portal === null ? tables.data && foundTables.length : undefined}
        >
          {onNewTable && !isShut && (
            <Button ref={newTable} variant="ghost" size="sm" icon={Plus} onClick={onNewTable}>
              {tablesWords.newTable}
            </Button>
          )}
        </Heading>
        {tables.error && !isShut && !isMissing && !isOffline(tables.error) && (
          <TablesProblem
            error={tables.error}
            instance={instance}
            hasToken={hasToken}
            // The query's failure is explained beside it, and the same cause is explained only once.
            isExplainedThere={isExplainedBeside && tables.error instanceof NetworkError}
            onRetry={() => void tables.refetch()}
          />
        )}
        {tables.isPending && !tables.error && <Skeleton />}
        {isShut && <p className={styles.note}>{tablesWords.shut}</p>}
        {(tables.data?.length === 0 || isMissing) && (
          <p className={styles.note}>{isListed && !isMissing ? tablesWords.noTables : tablesWords.noList}</p>
        )}
        {isMissing && (
          <div className={styles.note}>
            <FindOutWhy error={tables.error} resource={null} />
          </div>
        )}
        {portal && <PortalPanel {...portal} text={search} browses onFound={setFound} />}
        <ul className={styles.list}>
          {visibleTables.map((table) => (
            <li key={table.id} className={styles.table}>
              <div>
                <OpenableItem
                  name={table.title}
                  onOpen={() => onResource(table.id)}
                  onTab={(isShown) => onBeside(table, isShown)}
                  className={styles.item}
                  aria-current={table.id === current || undefined}
                  data-lines={table.dataset === '' ? undefined : 2}
                  title={[table.title, table.dataset, table.description, table.id].filter(Boolean).join('\n')}
                  {...(onName && draggedAs({ kind: 'table', name: table.id }))}
                >
                  <Icon icon={Table2} />
                  <span>
                    <bdi>{table.title}</bdi>
                    {table.dataset !== '' && <small>{table.dataset}</small>}
                  </span>
                  {rowCount(table, table.id === current)}
                </OpenableItem>
                {onName && (
                  <span className={styles.insert}>
                    <Button
                      variant="ghost"
                      size="sm"
                      icon={TextCursorInput}
                      iconOnly
                      // By keyboard a table is found by what is typed, so that this need not be a stop at each.
                      tabIndex={-1}
                      label={tablesWords.insertTable(table.title)}
                      onClick={() => onName({ kind: 'table', name: table.id })}
                    />
                  </span>
                )}
                {onDeleteTable && table.id === current && (
                  <DeleteButton table={table} onDelete={onDeleteTable} heir={newTable} />
                )}
              </div>
              {under && <ul aria-label={tablesWords.ofTable(table.title)}>{under(table)}</ul>}
            </li>
          ))}
        </ul>
        <More count={foundTables.length - visibleTables.length} words={tablesWords.moreTables} />
      </div>
      {!isShut && (
        <section className={styles.fields} aria-label={tablesWords.fields}>
          <Heading title={tablesWords.fields} found={fields?.length ? foundFields.length : undefined}>
            {about}
          </Heading>
          {fields === null && resource !== null && <Skeleton />}
          <RailFields
            fields={shownFields}
            table={current ?? null}
            shown={props.shown}
            onName={onName}
            actions={props.fieldActions}
          />
          <More count={foundFields.length - shownFields.length} words={tablesWords.moreFields} />
        </section>
      )}
      {search !== '' && portal === null && foundTables.length + foundFields.length === 0 && (
        <p className={styles.note}>{tablesWords.noneFound(search)}</p>
      )}
    </>
  )
}

interface DeleteButtonProps {
  readonly table: Table
  readonly onDelete: (table: Table) => void
  /** Gets the focus when the button disappears with its table. */
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
      label={tablesWords.deleteTable(table.title)}
      onClick={() => onDelete(table)}
    />
  )
}

/** Beyond this many, people search instead of scrolling. */
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
      {found !== undefined && <span>{countWords(found)}</span>}
      {children}
    </div>
  )
}

interface MoreProps {
  readonly count: number
  readonly words: (count: number) => string
}

function More({ count, words }: MoreProps) {
  return count > 0 ? <p className={styles.note}>{words(count)}</p> : null
}

interface TablesProblemProps {
  readonly error: Error
  readonly instance: string
  readonly hasToken: boolean
  readonly isExplainedThere: boolean
  readonly onRetry: () => void
}

/** Why the list can't be shown; a table can still be opened by its id. */
function TablesProblem({ error, instance, hasToken, isExplainedThere, onRetry }: TablesProblemProps) {
  const { what, remedy, serverText } = explainFailure(error, { instance, table: null, hasToken })
  return (
    <div className={styles.problem}>
      <Alert
        plain
        title={tablesWords.notLoaded}
        serverText={serverText}
        actions={
          <>
            <Button size="sm" icon={RotateCw} onClick={onRetry}>
              {tablesWords.tryAgain}
            </Button>
            {!isExplainedThere && <FindOutWhy error={error} resource={null} />}
          </>
        }
      >
        {!isExplainedThere && `${what} ${remedy ?? ''} `}
        {tablesWords.openById}
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
