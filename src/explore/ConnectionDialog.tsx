import { Eye, EyeOff, Plug } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState, type ClipboardEvent, type FormEvent } from 'react'
import type { Connection } from '../client/connection.ts'
import { httpHandler } from '../client/httpHandler.ts'
import { requestLog } from '../client/requestLog.ts'
import { DEFAULT_PREFIX } from '../protocol/actions.ts'
import type { Capabilities } from '../protocol/capabilities.ts'
import { forgetCapabilities, keepCapabilities, useCapabilities } from '../state/capabilities.ts'
import { newInstanceId, type Instance } from '../state/instances.ts'
import { setToken, useToken } from '../state/tokens.ts'
import { saveInstance } from '../state/workspace.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Checkbox, TextField } from '../ui/Field.tsx'
import { CapabilityCard } from './CapabilityCard.tsx'
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
import { Diagnosis } from './Diagnosis.tsx'
import { useConnectionTest, type Tested } from './useConnectionTest.ts'

/** What the dialog is opened for: another instance, a change of one, another like one (without its token), or a link that names one that is not known. */
export type ConnectionTarget =
  | { readonly kind: 'new' }
  | {
      readonly kind: 'edit'
      readonly instance: Instance
      /** The test runs at once, for this table too; absent where one asks for it. */
      readonly diagnose?: { readonly resource: string | null } | undefined
    }
  | { readonly kind: 'copy'; readonly instance: Instance }
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
  const stored = useToken(edited)
  const [form, setForm] = useState<ConnectionForm>(() => formOf(target, stored.token ?? '', stored.remembered))
  const [problems, setProblems] = useState<FormProblems>({})
  const [notices, setNotices] = useState<FormNotices>({})
  const [tokenShown, setTokenShown] = useState(false)
  const [tokenTyped, setTokenTyped] = useState(false)
  const asked = target.kind === 'edit' ? (target.diagnose?.resource ?? null) : null
  const [handler] = useState(() => requestLog.keep(httpHandler, edited?.id ?? 'test'))
  const test = useConnectionTest(
    handler,
    target.kind === 'edit' && target.diagnose !== undefined ? testedOf(form, asked) : null,
  )
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

  const check = (of = form) => {
    const read = readForm(withoutForeignToken(of))
    setProblems(read.ok ? {} : read.problems)
    setChecks(checks + 1)
    return read.ok ? read : null
  }
  const run = (of = form) => {
    const read = check(of)
    if (read) test.start(read.connection, read.resource ?? asked)
  }
  // What was found out about the connection as it is kept holds for the whole page; else it is kept with the connection.
  const known = useCapabilities(edited)
  const keepFound = useEffectEvent((found: Capabilities) => {
    const read = readForm(form)
    if (edited && read.ok && isSame(read.connection, edited, stored.token)) {
      keepCapabilities({ ...edited, hasToken: stored.token !== null }, found)
    }
  })
  useEffect(() => {
    if (test.capabilities) keepFound(test.capabilities)
  }, [test.capabilities])
  const save = (event: FormEvent) => {
    event.preventDefault()
    const read = check()
    if (!read) return
    const { baseUrl, prefix, token } = read.connection
    const known = edited ?? instances.find((each) => each.baseUrl === baseUrl && each.prefix === prefix) ?? null
    if (target.kind === 'copy' && known) {
      setProblems({ baseUrl: `This is the address of ${known.title}. Change the address or the prefix.` })
      return
    }
    const { writes, tokenHeader } = savedToken(read.connection, known, edited !== null)
    const instance: Instance =
      known?.origin === 'settings'
        ? known
        : {
            id: known?.id ?? newInstanceId(),
            title: form.name.trim() === '' ? (known?.title ?? read.name) : read.name,
            baseUrl,
            prefix,
            tokenHeader,
            resource: read.resource ?? known?.resource ?? null,
            origin: 'own',
          }
    if (instance.origin === 'own') saveInstance(instance)
    if (writes) setToken(instance, token, form.remember)
    if (writes && (edited === null || token !== stored.token)) forgetCapabilities(instance)
    if (test.capabilities) keepCapabilities({ ...instance, hasToken: token !== null }, test.capabilities)
    onSaved(instance, read.resource)
  }

  const read = readForm(form)
  const isChanged = edited === null || !read.ok || !isSame(read.connection, edited, stored.token)
  const same =
    edited || target.kind === 'copy'
      ? null
      : instances.find((each) => each.baseUrl === form.baseUrl && each.prefix === form.prefix)
  return (
    <Dialog
      title="Connection"
      width="wide"
      onClose={onClose}
      foot={
        <>
          <Button
            size="lg"
            icon={test.running ? undefined : Plug}
            busy={test.running}
            onClick={() => (test.running ? test.stop() : run())}
          >
            {test.running ? 'Stop' : 'Test connection'}
          </Button>
          <span className={styles.remark}>
            {test.failed &&
              (test.capabilities
                ? 'You can save it all the same.'
                : 'You can save it now; it stays marked as not reached.')}
          </span>
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
        <Diagnosis
          test={test}
          onPrefix={
            fixed
              ? undefined
              : (prefix) => {
                  const next = { ...form, prefix }
                  setForm(next)
                  run(next)
                }
          }
        >
          <CapabilityCard
            found={test.capabilities ?? (test.steps.length === 0 && !isChanged ? known : null)}
            otherwise={test.running ? 'known after the last step' : test.failed ? 'not reached' : 'not tested yet'}
            onCheck={test.running ? undefined : () => run()}
          />
        </Diagnosis>
      </div>
    </Dialog>
  )
}

function formOf(target: ConnectionTarget, token: string, remember: boolean): ConnectionForm {
  if (target.kind === 'new') return emptyForm
  if (target.kind === 'link') return { ...emptyForm, baseUrl: target.baseUrl, prefix: target.prefix }
  const { title, baseUrl, prefix, tokenHeader } = target.instance
  if (target.kind === 'copy') return { ...emptyForm, name: `${title} (copy)`, baseUrl, prefix, tokenHeader }
  return { name: title, baseUrl, prefix, tokenHeader, token, remember, resource: null, taken: null }
}

function without(words: FormProblems | FormNotices, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(words).filter(([name]) => !names.includes(name)))
}

function testedOf(form: ConnectionForm, resource: string | null): Tested | null {
  const read = readForm(form)
  return read.ok ? { connection: read.connection, resource } : null
}

function isSame(connection: Connection, instance: Instance, token: string | null): boolean {
  return (
    connection.baseUrl === instance.baseUrl &&
    connection.prefix === instance.prefix &&
    connection.tokenHeader === instance.tokenHeader &&
    connection.token === token
  )
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
