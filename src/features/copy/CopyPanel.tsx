import { RefreshCw, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { copiesEngine } from '../../copies/copiesEngine.ts'
import { isUnderWay, type KnownCopy, type Since } from '../../copies/knownCopy.ts'
import { refreshCopy, removeCopy } from '../../copies/orders.ts'
import { copyTables } from '../../copies/copyTables.ts'
import { copies } from '../../copies/copies.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { laterComponent } from '../../ui/later.tsx'
import { useEscape } from '../../ui/browser/useEscape.ts'
import { copyWords } from '../../words/en/copy.ts'
import { bytesWords, countWords, momentWords } from '../../words/figures.ts'
import { isolated } from '../../words/isolated.ts'
import { CHANGE_ICONS, type ChangeKind } from './changeKind.ts'
import { haltWords } from './CopyBar.tsx'
import styles from './CopyPanel.module.css'
import { openCopy } from './openCopy.ts'

const ChangesDialog = laterComponent(() => import('./ChangesDialog.tsx').then((module) => module.ChangesDialog))

interface CopyPanelProps {
  readonly copy: KnownCopy
  /** The name of its instance. */
  readonly instance: string
  readonly hasToken: boolean
}

/** What a copy is, what the last refresh found, and what can be done with it. */
export function CopyPanel({ copy, instance, hasToken }: CopyPanelProps) {
  const close = useRef<HTMLButtonElement>(null)
  const [isSure, setIsSure] = useState(false)
  const [shown, setShown] = useState<ChangeKind | null>(null)
  useEffect(() => close.current?.focus(), [])
  useEscape(true, () => openCopy(null))
  const { since, halt } = copy
  const status = copiesEngine()?.status()
  return (
    <aside className={styles.panel} data-drawer="" aria-label={copyWords.region(copy.title)}>
      <div className={styles.head}>
        <span className={styles.mark} aria-hidden="true" />
        <h2>{copyWords.heading}</h2>
        <span className={styles.quiet}>{copy.title}</span>
        <Button
          ref={close}
          variant="ghost"
          icon={X}
          iconOnly
          label={copyWords.closePanel}
          onClick={() => openCopy(null)}
        />
      </div>
      <div className={styles.scroll}>
        <div className={styles.block}>
          <dl className={styles.facts}>
            <dt>{copyWords.got}</dt>
            <dd>{momentWords(copy.at)}</dd>
            <dt>{copyWords.records}</dt>
            <dd>{copy.isComplete ? copyWords.completeOf(copy.records) : copyWords.partOf(copy.records, copy.total)}</dd>
            {copy.narrowed.length > 0 && (
              <>
                <dt>{copyWords.holds}</dt>
                <dd>{copyWords.holdsPart(copy.narrowed.length)}</dd>
              </>
            )}
            <dt>{copyWords.fields}</dt>
            <dd>
              {copy.asText.length === 0
                ? copyWords.fieldsKept(copy.fields)
                : copyWords.fieldsAsText(copy.fields, copy.asText.map(isolated).join(', '))}
            </dd>
            {!copy.words && (
              <>
                <dt>{copyWords.search}</dt>
                <dd>{copyWords.slowSearch}</dd>
              </>
            )}
            <dt>{copyWords.from}</dt>
            <dd>{copyWords.fromInstance(instance, copy.withToken)}</dd>
            {copy.bytes > 0 && (
              <>
                <dt>{copyWords.bytes}</dt>
                <dd>{bytesWords(copy.bytes)}</dd>
              </>
            )}
          </dl>
          {halt !== null && <p className={styles.halt}>{haltWords(halt)}</p>}
          {isSure ? (
            <div className={styles.sure} role="alert">
              <p>{copyWords.sure}</p>
              <Button size="sm" variant="danger" onClick={() => removeCopy(copy.id)}>
                {copyWords.remove}
              </Button>
              <Button size="sm" onClick={() => setIsSure(false)}>
                {copyWords.keep}
              </Button>
            </div>
          ) : (
            <div className={styles.acts}>
              {copy.isComplete && (
                <Button
                  size="sm"
                  icon={RefreshCw}
                  disabled={isUnderWay(copy)}
                  onClick={() => refreshCopy(copy.id, hasToken)}
                >
                  {copyWords.refresh}
                </Button>
              )}
              <Button size="sm" variant="danger" onClick={() => setIsSure(true)}>
                {copyWords.remove}
              </Button>
            </div>
          )}
        </div>
        {status?.phase === 'failed' && status.damaged && <Damaged />}
        {since !== null && <Changes since={since} records={copy.records} onShow={setShown} />}
      </div>
      {since !== null && shown !== null && (
        <ChangesDialog copy={copy} since={since} kind={shown} onClose={() => setShown(null)} />
      )}
    </aside>
  )
}

interface ChangesProps {
  readonly since: Since
  readonly records: number
  readonly onShow: (kind: ChangeKind) => void
}

function Changes({ since, records, onShow }: ChangesProps) {
  const { before, added, changed, removed, fields } = since
  const isNothing = added + changed + removed === 0
  const most = fields[0]?.[1] ?? 1
  return (
    <>
      <div className={styles.block}>
        <h3>{copyWords.since(before)}</h3>
        {!isNothing &&
          (['added', 'removed', 'changed'] as const).map((kind) => (
            <button
              key={kind}
              type="button"
              className={styles.change}
              disabled={since[kind] === 0}
              onClick={() => onShow(kind)}
            >
              <Icon icon={CHANGE_ICONS[kind]} size={12} />
              <span>{copyWords[kind]}</span>
              <b>{countWords(since[kind])}</b>
            </button>
          ))}
        <p className={styles.quiet}>
          {isNothing ? copyWords.nothingNew : copyWords.asBefore(records - added - changed)}
        </p>
      </div>
      {fields.length > 0 && (
        <div className={styles.block}>
          <h3>{copyWords.changedIn}</h3>
          <ul className={styles.fields}>
            {fields.map(([name, count]) => (
              <li key={name}>
                <span style={{ inlineSize: `${(count / most) * 100}%` }} aria-hidden="true" />
                <span>{name}</span>
                <b>{countWords(count)}</b>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.block}>
        <h3>{copyWords.howChecked}</h3>
        <p className={styles.quiet}>{copyWords.checks}</p>
      </div>
    </>
  )
}

/** Only copies are in their database, so that nothing is lost that can't be had again. */
function Damaged() {
  return (
    <div className={styles.block}>
      <Alert
        title={copyWords.damaged}
        actions={
          <Button
            size="sm"
            variant="danger"
            onClick={() => {
              copies.change(() => [])
              void copyTables.reset().catch(() => undefined)
            }}
          >
            {copyWords.startOver}
          </Button>
        }
      />
    </div>
  )
}
