import { Button } from '../../../ui/Button.tsx'
import { createWords } from '../../../words/en/create/create.ts'
import { intoWords } from '../../../words/en/create/into.ts'
import styles from '../CreateTableDialog.module.css'
import type { IntoWay } from './intoPlan.ts'
import { RemovalError, type IntoStage } from './useLoadInto.ts'

export interface IntoFootProps {
  readonly stage: IntoStage
  readonly way: IntoWay
  /** How many rows would be sent; null if that isn't known. */
  readonly rows: number | null
  /** A file was read. */
  readonly canStart: boolean
  /** Why nothing can be sent yet; null if nothing is in the way. */
  readonly missing: string | null
  readonly isEmbedded: boolean
  /** What was added can be told from what was there. */
  readonly canTakeBack: boolean
  readonly onCancel: () => void
  readonly onStart: () => void
  readonly onBack: () => void
  readonly onSend: () => void
  readonly onStop: () => void
  readonly onGoOn: () => void
  readonly onRemove: (which: 'old' | 'new') => void
  readonly onShow: () => void
}

/** The line of buttons: what can be done now. */
export function IntoFoot(props: IntoFootProps) {
  const { stage, way, missing } = props
  switch (stage.kind) {
    case 'idle':
      return (
        <>
          <span className={styles.remark} id="into-remark">
            {missing ?? (props.isEmbedded ? intoWords.nothingStoredYet : intoWords.nothingSentYet)}
          </span>
          <Button size="lg" variant="ghost" onClick={props.onCancel}>
            {createWords.cancel}
          </Button>
          {props.canStart && (
            <Button
              size="lg"
              variant="primary"
              aria-disabled={missing !== null || undefined}
              aria-describedby="into-remark"
              onClick={() => missing === null && props.onStart()}
            >
              {props.rows === null ? intoWords.goUncounted[way] : intoWords.go[way](props.rows)}
            </Button>
          )}
        </>
      )
    case 'trying':
    case 'loading':
      return (
        <>
          <span className={styles.remark} />
          <Button size="lg" onClick={props.onStop}>
            {createWords.stop}
          </Button>
        </>
      )
    case 'tried':
      return (
        <>
          <span className={styles.remark} />
          <Button size="lg" variant="ghost" onClick={props.onBack}>
            {intoWords.back}
          </Button>
          {stage.progress.loaded > 0 && (
            <Button size="lg" variant="primary" data-autofocus="" onClick={props.onSend}>
              {intoWords.go[way](stage.progress.loaded)}
            </Button>
          )}
        </>
      )
    case 'removing':
      return null
    case 'ended':
      return <Ended {...props} stage={stage} />
  }
}

type EndedProps = IntoFootProps & { readonly stage: Extract<IntoStage, { kind: 'ended' }> }

function Ended({ stage, way, canTakeBack, onGoOn, onRemove, onShow }: EndedProps) {
  const { end, error, progress } = stage
  const isRemoval = error instanceof RemovalError
  const isOpen = (end === 'stopped' || end === 'failed') && !isRemoval
  const mayTakeBack = canTakeBack && way !== 'update' && progress.loaded > 0 && progress.doubt === null
  return (
    <>
      <span className={styles.remark} />
      {(isOpen || end === 'heldBack') && mayTakeBack && (
        <Button size="lg" variant="danger" onClick={() => onRemove('new')}>
          {intoWords.takeBack(progress.loaded)}
        </Button>
      )}
      {isRemoval && (
        <Button size="lg" onClick={() => onRemove(error.which)}>
          {intoWords.goOnRemoving}
        </Button>
      )}
      {end === 'heldBack' && (
        <Button size="lg" onClick={() => onRemove('old')}>
          {intoWords.removeOld}
        </Button>
      )}
      {isOpen && (
        <Button size="lg" onClick={onGoOn}>
          {progress.doubt === null ? intoWords.goOn : intoWords.lookAndGoOn}
        </Button>
      )}
      <Button size="lg" variant="primary" data-autofocus="" onClick={onShow}>
        {end === 'heldBack' ? intoWords.keepBoth : intoWords.show}
      </Button>
    </>
  )
}
