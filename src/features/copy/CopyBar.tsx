// oxlint-disable jsx-a11y/prefer-tag-over-role -- the parts of <progress> are drawn by no common style
import { Pause, Play, RotateCw } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { copies } from '../../copies/copies.ts'
import type { Instance } from '../../instances/instance.ts'
import { isUnderWay, placeOfInstance, type Halt, type KnownCopy } from '../../copies/knownCopy.ts'
import { beginAgain, dropRefresh, goOn, haltCopy, removeCopy } from '../../copies/orders.ts'
import type { Live } from '../../copies/underWay.ts'
import { explainProblem } from '../result/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { copyWords } from '../../words/en/copy.ts'
import { bytesWords } from '../../words/figures.ts'
import { ProgressTrack } from '../../ui/progress/ProgressTrack.tsx'
import styles from './CopyBar.module.css'
import { phaseWords, useCountdown, useLive } from './useCopyProgress.ts'

export interface CopyBarProps {
  readonly instance: Instance
  /** The names of the table that is shown. */
  readonly resources: readonly string[]
}

/** How far the copy of a table is, over the status bar, while it is under way or waits for the user; else nothing. */
export function CopyBar({ instance, resources }: CopyBarProps) {
  const place = placeOfInstance(instance)
  const all = useSyncExternalStore(copies.subscribe, copies.get)
  const copy = all.find((each) => each.place === place && resources.includes(each.resource))
  if (copy === undefined) return null
  const halt = copy.refresh === null ? copy.halt : copy.refresh.halt
  // What was stopped is listed in the rail, and nothing more is to be said.
  if (!isUnderWay(copy) && (halt === null || halt.kind === 'stopped' || halt.kind === 'unproven')) return null
  return <Bar copy={copy} halt={halt} />
}

function Bar({ copy, halt }: { readonly copy: KnownCopy; readonly halt: Halt | null }) {
  const now = useLive(copy)
  const wait = useCountdown(halt === null ? now.tryAt : null)
  const { records, total } = now
  const share = total === null || total === 0 ? null : Math.min(100, Math.round((records / total) * 100))
  const pace = halt === null ? paceOf(now) : []
  const { refresh } = copy
  return (
    <section className={styles.bar} aria-label={copyWords.region(copy.title)}>
      <div className={styles.line}>
        <span className={styles.mark} aria-hidden="true" />
        <b>{refresh === null ? copyWords.copying(copy.title) : copyWords.refreshing(copy.title)}</b>
        <span>{copyWords.ofTotal(records, total)}</span>
        {pace.map((words) => (
          <span key={words}>{words}</span>
        ))}
        <span className={styles.buttons}>
          <CopyButtons copy={copy} halt={halt} />
        </span>
      </div>
      <ProgressTrack
        label={copyWords.rowsCopied}
        share={share}
        isPaused={halt !== null}
        words={copyWords.ofTotal(records, total)}
      />
      <output data-kind={halt?.kind}>
        {halt === null ? phaseWords(copy, now) : haltWords(halt)}{' '}
        {wait !== null && <span aria-hidden="true">{copyWords.triesAt(wait)}</span>}
        {halt === null && copy.bytes > 0 && refresh === null && bytesWords(copy.bytes)}
      </output>
    </section>
  )
}

/** What can be done about a copy that is under way, or waits for the user. */
export function CopyButtons({ copy, halt }: { readonly copy: KnownCopy; readonly halt: Halt | null }) {
  const { id, refresh } = copy
  if (halt === null) {
    return (
      <>
        <Button size="sm" icon={Pause} onClick={() => haltCopy(id, 'paused')}>
          {copyWords.pause}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => (refresh === null ? haltCopy(id, 'stopped') : dropRefresh(id))}
        >
          {refresh === null ? copyWords.stop : copyWords.keepOld}
        </Button>
      </>
    )
  }
  const mayGoOn = halt.kind === 'paused' || halt.kind === 'full' || halt.kind === 'failed'
  return (
    <>
      {mayGoOn ? (
        <Button size="sm" icon={Play} onClick={() => goOn(id)}>
          {copyWords.resume}
        </Button>
      ) : (
        <Button size="sm" icon={RotateCw} onClick={() => beginAgain(id)}>
          {copyWords.beginAgain}
        </Button>
      )}
      {refresh === null ? (
        <>
          {halt.kind !== 'lost' && (
            <Button size="sm" variant="ghost" onClick={() => haltCopy(id, 'stopped')}>
              {copyWords.stop}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => removeCopy(id)}>
            {copyWords.remove}
          </Button>
        </>
      ) : (
        <Button size="sm" variant="ghost" onClick={() => dropRefresh(id)}>
          {copyWords.keepOld}
        </Button>
      )}
    </>
  )
}

function paceOf({ phase, rate, records, total }: Live): readonly string[] {
  if (phase !== 'pulling' || rate === null) return []
  const left = total === null || total <= records ? [] : [copyWords.left(((total - records) / rate) * 1000)]
  return [copyWords.perSecond(rate), ...left]
}

/** Why a copy that isn't complete is not under way, and what that means. */
export function haltWords(halt: Halt): string {
  if (halt.kind !== 'failed') return copyWords.halts[halt.kind]
  const { what, remedy } = explainProblem(halt.problem)
  return [copyWords.halts.failed, what, remedy].filter(Boolean).join(' ')
}
