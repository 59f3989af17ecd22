import { Ban, CircleCheck, CircleX, Copy, TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { asCurl, LOG_LENGTH, requestLog, type LoggedRequest } from '../../instances/transport/requestLog.ts'
import type { Instance } from '../../instances/instance.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon, Spinner } from '../../ui/Icon.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { copyText } from '../../ui/browser/copyText.ts'
import { requestsWords } from '../../words/en/requests.ts'
import { bytesWords, tookWords } from '../../words/figures.ts'
import styles from './RequestsDialog.module.css'
import { outcomeWords, requestTitle, timeWords } from './requestWords.ts'

export interface RequestsDialogProps {
  readonly instances: readonly Instance[]
  readonly onClose: () => void
}

/** The last requests of this page, the latest first, updated as they proceed. */
export function RequestsDialog({ instances, onClose }: RequestsDialogProps) {
  const requests = useSyncExternalStore(requestLog.subscribe, requestLog.get)
  return (
    <Dialog
      title={requestsWords.requests}
      width="wide"
      onClose={onClose}
      foot={
        <>
          <span className={styles.note}>{requestsWords.kept(LOG_LENGTH)}</span>
          <Button disabled={requests.length === 0} onClick={requestLog.clear}>
            {requestsWords.clear}
          </Button>
        </>
      }
    >
      {requests.length === 0 && <p className={styles.none}>{requestsWords.none}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, even if none of its buttons is in view */}
      <ol className={styles.list} aria-label={requestsWords.requests} tabIndex={0}>
        {requests.toReversed().map((request) => (
          <Entry
            key={request.id}
            request={request}
            instance={instances.find(({ id }) => id === request.instanceId)?.title ?? null}
            onCopy={() => void copyAsCurl(request)}
          />
        ))}
      </ol>
    </Dialog>
  )
}

async function copyAsCurl(request: LoggedRequest): Promise<void> {
  const copied = await copyText(asCurl(request))
  if (!copied) showToast(requestsWords.notCopied)
  else showToast(request.tokenHeader === null ? requestsWords.copied : requestsWords.copiedWithoutToken)
}

interface EntryProps {
  readonly request: LoggedRequest
  readonly instance: string | null
  readonly onCopy: () => void
}

function Entry({ request, instance, onCopy }: EntryProps) {
  const { method, url, at, milliseconds, bytes, outcome, attempt, body, bodyIsCut } = request
  const title = requestTitle(request)
  const measures = [
    timeWords(at),
    milliseconds === null ? null : tookWords(milliseconds),
    bytes === null ? null : bytesWords(bytes),
    attempt > 1 ? requestsWords.secondTry : null,
    instance,
  ].filter((words) => words !== null)
  return (
    <li className={styles.entry} data-outcome={outcome}>
      <span className={styles.outcome}>
        {outcome === 'running' ? <Spinner /> : <Icon icon={ICONS[outcome]} />}
        {outcomeWords(request)}
      </span>
      <span className={styles.words}>
        <b>
          {method} {title}
        </b>
        <small>{measures.join(' · ')}</small>
        <code title={url}>{url}</code>
        {body !== null && <code title={body.slice(0, 1000)}>{bodyIsCut ? `${body.slice(0, 300)}…` : body}</code>}
      </span>
      <Button
        variant="ghost"
        size="sm"
        icon={Copy}
        label={requestsWords.copyThisAsCurl(title, timeWords(at))}
        onClick={onCopy}
      >
        {requestsWords.copyAsCurl}
      </Button>
    </li>
  )
}

const ICONS = { answered: CircleCheck, refused: TriangleAlert, failed: CircleX, cancelled: Ban } as const
