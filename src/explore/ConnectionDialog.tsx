import { CircleCheck, CircleDashed, CircleX, Eye, EyeOff, Plug, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useState, type ClipboardEvent, type FormEvent } from 'react'
import { httpHandler } from '../client/httpHandler.ts'
import type { Step } from '../client/testConnection.ts'
import { DEFAULT_PREFIX } from '../protocol/actions.ts'
import type { Instance } from '../state/instances.ts'
import { setToken, useToken } from '../state/tokens.ts'
import { saveInstance } from '../state/workspace.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Checkbox, TextField } from '../ui/Field.tsx'
import { Icon, Spinner } from '../ui/Icon.tsx'
import styles from './ConnectionDialog.module.css'
import {
  emptyForm,
  readForm,
  sameOrigin,
  savedToken,
  takeAddressApart,
  takeTokenApart,
  type ConnectionForm,
  type FormNotices,
  type FormProblems,
} from './connectionForm.ts'
import { useConnectionTest, type ConnectionTest } from './useConnectionTest.ts'

/** What the dialog is opened for: another instance, a change of one, or a link that names one that is not known. */
export type ConnectionTarget =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit'; readonly instance: Instance }
  | { readonly kind: 'link'; readonly baseUrl: string; readonly prefix: string }

export interface ConnectionDialogProps {
  readonly target: ConnectionTarget
  readonly instances: readonly Instance[]
  readonly onClose: () => void
  /** The connection is kept; `resource` is a table that the address named. */
  readonly onSaved: (instance: Instance, resource: string | null) => void
}

/** The connection to one instance: its address, the token, and what a test of them finds. */
export function ConnectionDialog({ target, instances, onClose, onSaved }: ConnectionDialogProps) {
  const edited = target.kind === 'edit' ? target.instance : null
  const fixed = edited?.origin === 'settings'
  const stored = useToken(edited?.id ?? '')
  const [form, setForm] = useState<ConnectionForm>(() => formOf(target, stored.token ?? '', stored.remembered))
  const [problems, setProblems] = useState<FormProblems>({})
  const [notices, setNotices] = useState<FormNotices>({})
  const [tokenShown, setTokenShown] = useState(false)
  const [tokenTyped, setTokenTyped] = useState(false)
  const test = useConnectionTest(httpHandler)
  const [checks, setChecks] = useState(0)
  const id = useId()
  useEffect(() => {
    if (checks > 0) document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [checks, id])

  const change = (changes: Partial<ConnectionForm>) => {
    setForm({ ...form, ...changes })
    const changed = Object.keys(changes)
    setProblems(without(problems, changed))
    setNotices(without(notices, changed))
    test.reset()
  }

  /** A token that was kept for one server is not taken along to another. */
  const withoutForeignToken = (next: ConnectionForm): ConnectionForm =>
    edited && !tokenTyped && next.token !== '' && !sameOrigin(edited.baseUrl, next.baseUrl)
      ? { ...next, token: '' }
      : next

  const leaveAddress = (text = form.baseUrl) => {
    const taken = takeAddressApart({ ...form, baseUrl: text })
    const next = withoutForeignToken(taken.form)
    setForm(next)
    setNotices({
      ...(text === form.baseUrl ? notices : without(notices, ['baseUrl'])),
      ...(taken.notice === null ? {} : { baseUrl: taken.notice }),
      ...(next.token === taken.form.token
        ? {}
        : { token: 'The token that was kept is for the server before, so it was taken out.' }),
    })
    if (text.trim() !== '') {
      const read = readForm({ ...next, token: '', tokenHeader: 'Authorization', prefix: DEFAULT_PREFIX })
      setProblems(read.ok ? without(problems, ['baseUrl']) : { ...problems, ...read.problems })
    }
  }
  const leaveToken = (text = form.token) => {
    const taken = takeTokenApart({ ...form, token: text })
    setForm(taken.form)
    if (taken.notice !== null) setNotices({ ...notices, token: taken.notice })
  }

  const check = () => {
    const read = readForm(withoutForeignToken(form))
    setProblems(read.ok ? {} : read.problems)
    setChecks(checks + 1)
    return read.ok ? read : null
  }
  const run = () => {
    if (test.running) return test.stop()
    const read = check()
    if (read) test.start(read.connection)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const read = check()
    if (!read) return
    const { baseUrl, prefix, token } = read.connection
    const known = edited ?? instances.find((each) => each.baseUrl === baseUrl && each.prefix === prefix) ?? null
    const { writes, tokenHeader } = savedToken(read.connection, known, edited !== null)
    const instance: Instance =
      known?.origin === 'settings'
        ? known
        : {
            id: known?.id ?? newId(),
            title: form.name.trim() === '' ? (known?.title ?? read.name) : read.name,
            baseUrl,
            prefix,
            tokenHeader,
            resource: read.resource ?? known?.resource ?? null,
            origin: 'own',
          }
    if (instance.origin === 'own') saveInstance(instance)
    if (writes) setToken(instance.id, token, form.remember)
    onSaved(instance, read.resource)
  }

  const same = edited ? null : instances.find((each) => each.baseUrl === form.baseUrl && each.prefix === form.prefix)
  return (
    <Dialog
      title="Connection"
      width="wide"
      onClose={onClose}
      foot={
        <>
          <Button size="lg" icon={test.running ? undefined : Plug} busy={test.running} onClick={run}>
            {test.running ? 'Stop' : 'Test connection'}
          </Button>
          <span className={styles.remark}>{test.failed && 'It can be saved all the same.'}</span>
          <Button size="lg" variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" variant="primary" type="submit" form={id}>
            Save and connect
          </Button>
        </>
      }
    >
      <div className={styles.halves}>
        <form id={id} className={styles.form} onSubmit={save} noValidate>
          {target.kind === 'link' && (
            <p className={styles.told}>
              A link leads to this address. Nothing is asked of it before you save the connection, or test it.
            </p>
          )}
          {fixed && <p className={styles.told}>The host of this page has set this connection. The token is yours.</p>}
          <TextField
            label="Name"
            value={form.name}
            onChange={(name) => change({ name })}
            readOnly={fixed}
            placeholder={hostOf(form.baseUrl)}
            autoComplete="off"
          />
          <TextField
            label="Base URL"
            mono
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://data.example.org"
            data-autofocus={fixed ? undefined : ''}
            readOnly={fixed}
            value={form.baseUrl}
            onChange={(baseUrl) => change({ baseUrl })}
            onBlur={() => !fixed && leaveAddress()}
            onPaste={(event) => {
              const pasted = pastedWhole(event)
              if (fixed || pasted === null) return
              event.preventDefault()
              test.reset()
              leaveAddress(pasted)
            }}
            error={problems.baseUrl}
            notice={
              same
                ? [notices.baseUrl, `This is ${same.title}, which is known here: saving changes that connection.`]
                    .filter((words) => words !== undefined)
                    .join(' ')
                : notices.baseUrl
            }
            hint={
              fixed ? undefined : (
                <>
                  The address before <code>{form.prefix || '/'}</code>. Any page or API address of the site may be
                  pasted.
                </>
              )
            }
          />
          <TextField
            label="Path prefix"
            aside={form.prefix === DEFAULT_PREFIX ? 'the usual one' : undefined}
            mono
            autoComplete="off"
            spellCheck={false}
            readOnly={fixed}
            value={form.prefix}
            onChange={(prefix) => change({ prefix })}
            error={problems.prefix}
          />
          <TextField
            label="API token"
            aside="optional"
            mono
            type={tokenShown ? 'text' : 'password'}
            autoComplete="off"
            spellCheck={false}
            data-autofocus={fixed ? '' : undefined}
            value={form.token}
            onChange={(token) => {
              setTokenTyped(true)
              change({ token })
            }}
            onBlur={() => leaveToken()}
            onPaste={(event) => {
              const pasted = pastedWhole(event)
              if (pasted === null) return
              event.preventDefault()
              setTokenTyped(true)
              test.reset()
              leaveToken(pasted)
            }}
            end={
              <Button
                variant="ghost"
                size="sm"
                icon={tokenShown ? EyeOff : Eye}
                iconOnly
                label="Show token"
                aria-pressed={tokenShown}
                onClick={() => setTokenShown(!tokenShown)}
              />
            }
            error={problems.token}
            notice={notices.token}
            hint="Public tables need none. Never part of a link or an export."
          />
          <Checkbox
            label="Remember on this device"
            checked={form.remember}
            onChange={(remember) => change({ remember })}
            hint={
              form.remember
                ? 'On: the token stays in this browser until you forget it. Leave it off on a shared device.'
                : 'Off: the token is forgotten when this tab closes.'
            }
          />
          <TextField
            label="Token header"
            aside="set by the server"
            mono
            autoComplete="off"
            spellCheck={false}
            readOnly={fixed}
            value={form.tokenHeader}
            onChange={(tokenHeader) => change({ tokenHeader })}
            error={problems.tokenHeader}
          />
        </form>
        <Diagnosis test={test} />
      </div>
    </Dialog>
  )
}

function Diagnosis({ test }: { readonly test: ConnectionTest }) {
  const { steps, running } = test
  return (
    <section className={styles.side} aria-label="Diagnosis" aria-busy={running}>
      <h2>
        Diagnosis <output>{summary(test)}</output>
      </h2>
      {steps.length === 0 && !running && (
        <p className={styles.untested}>
          Test connection goes through address, host, access from this page, API, tables, SQL and token, and says what
          stands in the way.
        </p>
      )}
      <ol>
        {steps.map((step) => {
          const measure = measureOf(step)
          const told = step.milliseconds === null && measure !== null
          return (
            <li key={step.title} className={styles.step} data-outcome={step.outcome}>
              <Icon icon={OUTCOME_ICONS[step.outcome]} size={16} />
              <span className={styles.title}>{step.title}</span>
              <span className={styles.measure}>{measure}</span>
              {step.detail !== null && !told && <p>{step.detail}</p>}
            </li>
          )
        })}
        {running && (
          <li className={styles.step}>
            <Spinner />
            <span className={styles.title}>Waiting for an answer</span>
          </li>
        )}
      </ol>
    </section>
  )
}

const OUTCOME_ICONS = { ok: CircleCheck, warning: TriangleAlert, failed: CircleX, skipped: CircleDashed } as const

function summary({ steps, running, stopped, milliseconds }: ConnectionTest): string {
  if (running) return 'running'
  if (stopped) return `stopped after ${steps.length}`
  if (steps.length === 0) return 'not tested yet'
  const failed = steps.findIndex((step) => step.outcome === 'failed')
  if (failed !== -1) return `failed at step ${failed + 1} of ${steps.length}`
  return `${steps.length} of ${steps.length}, ${(milliseconds / 1000).toFixed(1)} s`
}

/** What stands at the end of a step's line: its time, or the few words why it was not made. */
function measureOf({ milliseconds, outcome, detail }: Step): string | null {
  if (milliseconds !== null) return `${Math.round(milliseconds)} ms`
  if (outcome !== 'skipped' || detail === null || detail.length > SHORT) return null
  return detail.charAt(0).toLowerCase() + detail.slice(1).replace(/\.$/, '')
}

const SHORT = 24

function formOf(target: ConnectionTarget, token: string, remember: boolean): ConnectionForm {
  if (target.kind === 'new') return emptyForm
  if (target.kind === 'link') return { ...emptyForm, baseUrl: target.baseUrl, prefix: target.prefix }
  const { title, baseUrl, prefix, tokenHeader } = target.instance
  return { name: title, baseUrl, prefix, tokenHeader, token, remember, resource: null, taken: null }
}

function without(words: FormProblems | FormNotices, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(words).filter(([name]) => !names.includes(name)))
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : ''
}

/** What was pasted in place of the whole text of a field; null where it was put in between, or is nothing. */
function pastedWhole(event: ClipboardEvent<HTMLInputElement>): string | null {
  const pasted = event.clipboardData.getData('text')
  const { selectionStart, selectionEnd, value } = event.currentTarget
  return pasted.trim() === '' || (selectionEnd ?? 0) - (selectionStart ?? 0) < value.length ? null : pasted
}

/** Unlike any other on this device; `crypto.randomUUID` is missing on pages that came by plain http. */
function newId(): string {
  const random = crypto.getRandomValues(new Uint32Array(2))
  return `own:${random[0]?.toString(36)}${random[1]?.toString(36)}`
}
