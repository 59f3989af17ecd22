import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { originWhere } from '../../../copies/copyOrigins.ts'
import { isUnderWay, type KnownCopy } from '../../../copies/knownCopy.ts'
import { takenBy } from '../../../copies/estimate.ts'
import { refreshCopy } from '../../../copies/orders.ts'
import type { Instance } from '../../../instances/instance.ts'
import { Button } from '../../../ui/Button.tsx'
import { ProgressTrack } from '../../../ui/progress/ProgressTrack.tsx'
import { acrossWords } from '../../../words/en/across/across.ts'
import { CopyButtons, haltWords } from '../../copy/CopyBar.tsx'
import { phaseWords, useLive } from '../../copy/useCopyProgress.ts'
import { explainFailure } from '../../result/failure.ts'
import { extentOf, type PlacedTable } from './acrossPlan.ts'
import styles from './AcrossPanel.module.css'
import { copyWholeTable, measuredTable } from './measuredTable.ts'
import type { AcrossChoices } from './useAcross.ts'

export interface AcrossRowProps {
  readonly table: PlacedTable
  readonly choices: AcrossChoices
}

/** A table of a statement: where it is from, what of it is in this browser, and what can be done about that. */
export function AcrossRow({ table, choices }: AcrossRowProps) {
  const { title, instance, names, others, copy } = table
  const [name = title] = names
  return (
    <li className={styles.row}>
      <span className={styles.table}>
        <b>{title}</b>
        {others.length === 0 ? (
          <span className={styles.instance}>{instance.title}</span>
        ) : (
          <select
            aria-label={acrossWords.chooseInstance(name)}
            value={instance.id}
            onChange={(event) => choices.choose(name, event.target.value)}
          >
            {[instance, ...others].map((each) => (
              <option key={each.id} value={each.id}>
                {each.title}
              </option>
            ))}
          </select>
        )}
      </span>
      {copy === null ? <Missing table={table} /> : <Copied table={table} copy={copy} choices={choices} />}
    </li>
  )
}

function Missing({ table }: { readonly table: PlacedTable }) {
  const measured = useQuery(measuredTable(table))
  const [failure, setFailure] = useState<unknown>(null)
  const error = failure ?? measured.error
  const { title } = table
  if (error !== null && error !== undefined)
    return (
      <>
        <Failed error={error} instance={table.instance} resource={table.resource} />
        <span className={styles.buttons}>
          <Button
            size="sm"
            aria-label={acrossWords.of.tryAgain(title)}
            disabled={measured.isFetching}
            onClick={() => {
              setFailure(null)
              void measured.refetch()
            }}
          >
            {acrossWords.tryAgain}
          </Button>
        </span>
      </>
    )
  const estimate = measured.data
  const taken = estimate === undefined || estimate.expected === null ? null : takenBy(estimate, estimate.expected)
  const words =
    estimate === undefined
      ? acrossWords.measuring
      : taken === null
        ? acrossWords.uncounted
        : acrossWords.about(taken.bytes, taken.milliseconds)
  return (
    <>
      <span className={styles.state}>{words}</span>
      <span className={styles.buttons}>
        <Button
          size="sm"
          aria-label={acrossWords.of.copy(title)}
          disabled={estimate === undefined}
          onClick={() => estimate && void copyWholeTable(table, estimate).catch(setFailure)}
        >
          {acrossWords.copy}
        </Button>
      </span>
    </>
  )
}

function Failed({ error, instance, resource }: { error: unknown; instance: Instance; resource: string }) {
  const { what, remedy } = explainFailure(error, { instance: instance.title, table: resource, hasToken: false })
  return (
    <span className={styles.state} data-kind="failed">
      {[what, remedy].filter(Boolean).join(' ')}
    </span>
  )
}

interface CopiedProps extends AcrossRowProps {
  readonly copy: KnownCopy
}

function Copied({ table, copy, choices }: CopiedProps) {
  const extent = extentOf(copy)
  if (isUnderWay(copy)) return <UnderWay copy={copy} isThere={extent === 'whole'} />
  const halt = copy.refresh === null ? copy.halt : copy.refresh.halt
  if (extent === 'halted' || (copy.refresh !== null && halt !== null))
    return (
      <>
        <span className={styles.state} data-kind="failed">
          {halt !== null && haltWords(halt)}
        </span>
        <span className={styles.buttons}>
          <CopyButtons copy={copy} halt={halt} />
        </span>
      </>
    )
  if (extent === 'part') return <Part table={table} copy={copy} choices={choices} />
  const isOwn = table.instance.origin === 'embedded'
  return (
    <>
      <span className={styles.state}>
        {acrossWords.copied(copy.at, copy.records)}
        {isOwn && <span className={styles.note}>{acrossWords.checkedEachRun}</span>}
      </span>
      <span className={styles.buttons}>
        {!isOwn && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={acrossWords.of.refresh(table.title)}
            onClick={() => {
              const origin = originWhere(({ id }) => id === table.instance.id)
              refreshCopy(copy.id, origin?.client.hasToken === true)
            }}
          >
            {acrossWords.refresh}
          </Button>
        )}
      </span>
    </>
  )
}

function UnderWay({ copy, isThere }: { readonly copy: KnownCopy; readonly isThere: boolean }) {
  const now = useLive(copy)
  const { records, total, phase } = now
  const words = copy.refresh === null ? acrossWords.copying(records, total) : acrossWords.refreshing(records, total)
  const share = total === null || total === 0 ? null : Math.min(100, Math.round((records / total) * 100))
  const isPlain = phase === 'pulling' || phase === 'checking'
  return (
    <>
      <span className={styles.state}>
        {isThere && <span className={styles.note}>{acrossWords.copied(copy.at, copy.records)}</span>}
        <output>{isPlain ? words : phaseWords(copy, now)}</output>
        <ProgressTrack label={acrossWords.progress(copy.title)} share={share} isPaused={false} words={words} />
      </span>
      <span className={styles.buttons}>
        <CopyButtons copy={copy} halt={null} />
      </span>
    </>
  )
}

/** A copy that lacks records: it is asked only if somebody says so. */
function Part({ table, copy, choices }: CopiedProps) {
  const measured = useQuery(measuredTable(table))
  const { at, records, total, narrowed, id } = copy
  const words = narrowed.length > 0 ? acrossWords.narrowed(at, records) : acrossWords.part(at, records, total)
  const estimate = measured.data
  return (
    <>
      <span className={styles.state} data-kind="part">
        {words}
        {choices.allowed.has(id) && <span className={styles.note}>{acrossWords.partAllowed}</span>}
      </span>
      <span className={styles.buttons}>
        {!choices.allowed.has(id) && (
          <Button size="sm" aria-label={acrossWords.of.askPart(table.title)} onClick={() => choices.allow(id)}>
            {acrossWords.askPart}
          </Button>
        )}
        <Button
          size="sm"
          aria-label={acrossWords.of.copyWhole(table.title)}
          disabled={estimate === undefined}
          onClick={() => estimate && void copyWholeTable(table, estimate).catch(() => undefined)}
        >
          {acrossWords.copyWhole}
        </Button>
      </span>
    </>
  )
}
