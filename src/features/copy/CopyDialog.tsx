import { useEffect, useState, type ReactNode } from 'react'
import { countFor, freeRoom, measureTable, narrowingOf, takenBy, type Estimate } from '../../copies/estimate.ts'
import { copyOf } from '../../copies/copies.ts'
import { startCopy } from '../../copies/orders.ts'
import { wholeTable, type Query } from '../../query/query.ts'
import { activeParts } from '../../query/where.ts'
import { showsCutTimes } from '../../results/plan/shownTimes.ts'
import { explainFailure } from '../result/failure.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { copyWords } from '../../words/en/copy.ts'
import type { CopyRequest } from './askToCopy.ts'
import styles from './CopyDialog.module.css'

interface CopyDialogProps {
  readonly request: CopyRequest
  readonly onClose: () => void
}

/** Says how large a copy of a table would be and how long it would take, and begins it if told to. */
export function CopyDialog({ request, onClose }: CopyDialogProps) {
  const { instance, client, query, title } = request
  const [narrowed] = useState(() => narrowingOf(client, query, new Date()))
  const { estimate, narrowedTotal, free, error } = useEstimate(request, narrowed)
  const [isNarrowed, setIsNarrowed] = useState(false)
  const before = copyOf(instance, query.resource)
  const chosen = isNarrowed && narrowed !== null ? narrowed : wholeTable(query.resource)
  const total = isNarrowed ? narrowedTotal : (estimate?.total ?? null)
  const bytes = estimate === null || total === null ? null : total * estimate.recordBytes
  const start = () => {
    if (estimate === null) return
    startCopy({ instance, client, query: chosen, title, fields: estimate.fields.length, total })
    onClose()
  }
  return (
    <Dialog
      title={copyWords.title(title)}
      width="middle"
      onClose={onClose}
      foot={
        <>
          <span className={styles.footNote}>
            {before === null ? copyWords.onlyRead : copyWords.replacesCopy(before.stamp.at)}
          </span>
          <Button size="lg" onClick={onClose}>
            {copyWords.cancel}
          </Button>
          <Button size="lg" variant="primary" data-autofocus disabled={estimate === null} onClick={start}>
            {copyWords.copy(total)}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.lede}>{copyWords.lede}</p>
        {error === null ? (
          <fieldset className={styles.choices}>
            <legend>{copyWords.what}</legend>
            {narrowed !== null && (
              <Choice
                title={copyWords.narrowed(activeParts(narrowed.where).length)}
                isChosen={isNarrowed}
                onChoose={() => setIsNarrowed(true)}
                estimate={estimate}
                total={narrowedTotal}
                parts={activeParts(narrowed.where).length}
              />
            )}
            <Choice
              title={copyWords.whole}
              isChosen={!isNarrowed}
              onChoose={() => setIsNarrowed(false)}
              estimate={estimate}
              total={estimate?.total ?? null}
              parts={0}
            />
          </fieldset>
        ) : (
          <Failed error={error} request={request} />
        )}
        {estimate === null ? (
          error === null && <output className={styles.lede}>{copyWords.measuring}</output>
        ) : (
          <dl className={styles.facts}>
            <dt>{copyWords.fields}</dt>
            <dd>
              {copyWords.allFields(estimate.fields.length)}
              {showsCutTimes(client, query.resource, estimate.fields) && <p>{copyWords.timesCut}</p>}
            </dd>
            <dt>{copyWords.measured}</dt>
            <dd>{estimate.rate === null ? copyWords.noRate : copyWords.rate(estimate.rate, estimate.pages)}</dd>
            <dt>{copyWords.room}</dt>
            <dd>{free === null ? copyWords.roomUnknown : copyWords.free(free)}</dd>
            <dt>{copyWords.interrupted}</dt>
            <dd>{estimate.resumes ? copyWords.goesOn : copyWords.beginsAgain}</dd>
          </dl>
        )}
        {bytes !== null && free !== null && bytes * SPARE > free && (
          <Alert tone="warning" title={copyWords.tooLittle(bytes, free)} />
        )}
      </div>
    </Dialog>
  )
}

/** What PostgreSQL needs besides for its log, and while it makes the index. */
const SPARE = 1.2

interface ChoiceProps {
  readonly title: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly estimate: Estimate | null
  readonly total: number | null
  /** How many conditions narrow it. */
  readonly parts: number
}

function Choice({ title, isChosen, onChoose, estimate, total, parts }: ChoiceProps) {
  const pages = estimate === null || total === null ? 0 : Math.max(1, Math.ceil(total / estimate.pageRows))
  const taken = estimate === null || total === null ? null : takenBy(estimate, total)
  return (
    <label className={styles.choice} data-chosen={isChosen || undefined}>
      <input type="radio" name="what to copy" checked={isChosen} onChange={onChoose} />
      <span>
        <b>{title}</b>
        <span className={styles.detail}>
          {estimate === null
            ? '…'
            : total === null
              ? copyWords.notCounted
              : parts === 0
                ? copyWords.ofRecords(total, pages)
                : copyWords.ofNarrowed(total, pages, parts)}
        </span>
      </span>
      {taken !== null && (
        <span className={styles.takes}>
          {copyWords.size(taken.bytes)}
          {taken.milliseconds !== null && <span>{copyWords.about(taken.milliseconds)}</span>}
        </span>
      )}
    </label>
  )
}

function Failed({ error, request }: { readonly error: unknown; readonly request: CopyRequest }): ReactNode {
  const { instance, client, query } = request
  const asked = { instance: instance.title, table: query.resource, hasToken: client.hasToken }
  const { what, remedy, serverText } = explainFailure(error, asked)
  return (
    <Alert title={copyWords.notMeasured} serverText={serverText}>
      {[what, remedy].filter(Boolean).join(' ')}
    </Alert>
  )
}

function useEstimate({ client, query }: CopyRequest, narrowed: Query | null) {
  const [estimate, setEstimate] = useState<Estimate | null>(null)
  const [narrowedTotal, setNarrowedTotal] = useState<number | null>(null)
  const [free, setFree] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const { resource } = query
  useEffect(() => {
    const aborter = new AbortController()
    const { signal } = aborter
    const measure = async () => {
      setFree(await freeRoom())
      if (narrowed !== null) setNarrowedTotal(await countFor(client, narrowed, signal))
      setEstimate(await measureTable(client, wholeTable(resource), signal))
    }
    measure().catch((reason: unknown) => {
      if (!signal.aborted) setError(reason)
    })
    return () => aborter.abort()
  }, [client, resource, narrowed])
  return { estimate, narrowedTotal, free, error }
}
