import { Ban, CircleCheck, CircleX, Copy, TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { asCurl, LOG_LENGTH, requestLog, type LoggedRequest } from '../client/requestLog.ts'
import type { Instance } from '../state/instances.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon, Spinner } from '../ui/Icon.tsx'
import { showToast } from '../ui/Toast.tsx'
import { copyText } from './copyText.ts'
import styles from './RequestsDialog.module.css'
import { bytesWords, outcomeWords, requestTitle, timeWords } from './requestWords.ts'

export interface RequestsDialogProps {
  readonly instances: readonly Instance[]
  readonly onClose: () => void
}

/** The last requests of this page, the latest first, as they go on. */
export function RequestsDialog({ instances, onClose }: RequestsDialogProps) {
  const requests = useSyncExternalStore(requestLog.subscribe, requestLog.get)
  return (
    <Dialog
      title="Requests"
      width="wide"
      onClose={onClose}
      foot={
        <>
          <span className={styles.note}>
            The last {LOG_LENGTH} of this page, kept until it closes. Tokens are not kept.
          </span>
          <Button disabled={requests.length === 0} onClick={requestLog.clear}>
            Clear
          </Button>
        </>
      }
    >
      {requests.length === 0 && <p className={styles.none}>No request has gone out since the list was cleared.</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also where no button of it is in view */}
      <ol className={styles.list} aria-label="Requests" tabIndex={0}>
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
  const hidden = request.tokenHeader === null ? '' : ' The token is not in it: set API_TOKEN.'
  showToast(copied ? `Copied as a curl command.${hidden}` : 'The browser does not let the page copy.')
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
    milliseconds === null ? null : `${Math.round(milliseconds).toLocaleString('en')} ms`,
    bytes === null ? null : bytesWords(bytes),
    attempt > 1 ? 'second try' : null,
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
      <Button variant="ghost" size="sm" icon={Copy} label={`Copy as curl: ${title}, ${timeWords(at)}`} onClick={onCopy}>
        Copy as curl
      </Button>
    </li>
  )
}

const ICONS = { answered: CircleCheck, refused: TriangleAlert, failed: CircleX, cancelled: Ban } as const
