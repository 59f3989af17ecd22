import { Plug } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState, type FormEvent } from 'react'
import { newInstanceId, type Instance } from '../../../instances/instance.ts'
import type { Probed } from '../../../instances/profile/probe.ts'
import { capabilitiesOf } from '../../../instances/profile/profile.ts'
import { profiles } from '../../../instances/profile/profiles.ts'
import { useProfileOf } from '../../../instances/profile/useProfile.ts'
import { setToken, useToken } from '../../../instances/tokens.ts'
import type { Connection } from '../../../instances/transport/connection.ts'
import { httpHandler } from '../../../instances/transport/httpHandler.ts'
import { requestLog } from '../../../instances/transport/requestLog.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { capabilityWords } from '../../../words/en/connect/capabilities.ts'
import { connectionWords } from '../../../words/en/connect/connection.ts'
import { saveInstance } from '../../../workspace/knownInstances.ts'
import { Diagnosis } from '../diagnosis/Diagnosis.tsx'
import { useConnectionTest, type ConnectionTest, type Tested } from '../diagnosis/useConnectionTest.ts'
import { CapabilityCard } from './CapabilityCard.tsx'
import styles from './ConnectionDialog.module.css'
import { ConnectionFields } from './ConnectionFields.tsx'
import { emptyForm, readForm, savedToken, type ConnectionForm } from './connectionForm.ts'
import { useConnectionForm } from './useConnectionForm.ts'

/** What the dialog is opened for: a new instance, a change of one, a copy of one (without its token), or a link that names an unknown one. */
export type ConnectionTarget =
  | { readonly kind: 'new' }
  | {
      readonly kind: 'edit'
      readonly instance: Instance
      /** The test runs at once, for this table too; absent if it waits for the button. */
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
  const asked = target.kind === 'edit' ? (target.diagnose?.resource ?? null) : null
  const [handler] = useState(() => requestLog.keep(httpHandler, edited?.id ?? 'test'))
  const [initial] = useState(() => formOf(target, stored.token ?? '', stored.remembered))
  const isTestedFirst = target.kind === 'edit' && target.diagnose !== undefined
  const test = useConnectionTest(handler, isTestedFirst ? testedOf(initial, asked) : null)
  const state = useConnectionForm(() => initial, edited, test.reset)
  const { form, checks, check } = state
  const id = useId()
  useEffect(() => {
    if (checks > 0) document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [checks, id])

  const run = (of = form) => {
    const read = check(of)
    if (read) test.start(read.connection, read.resource ?? asked)
  }
  // What was found about the connection that is in use holds for the whole page; otherwise it is kept when it is saved.
  const known = capabilitiesOf(useProfileOf(edited, (profile) => profile))
  const keepFound = useEffectEvent(({ found, at }: Probed) => {
    const read = readForm(form)
    if (edited && read.ok && isSame(read.connection, edited, stored.token)) {
      profiles.kept({ ...edited, token: stored.token }).learn('asked', found, at)
    }
  })
  useEffect(() => {
    if (test.probed) keepFound(test.probed)
  }, [test.probed])

  const save = (event: FormEvent) => {
    event.preventDefault()
    const read = check()
    if (!read) return
    const { baseUrl, prefix, token } = read.connection
    const before = edited ?? instances.find((each) => each.baseUrl === baseUrl && each.prefix === prefix) ?? null
    if (target.kind === 'copy' && before) {
      state.refuse({ baseUrl: connectionWords.isTaken(before.title) })
      return
    }
    const { writes, tokenHeader } = savedToken(read.connection, before, edited !== null)
    const instance: Instance =
      before?.origin === 'settings'
        ? before
        : {
            id: before?.id ?? newInstanceId(),
            title: form.name.trim() === '' ? (before?.title ?? read.name) : read.name,
            baseUrl,
            prefix,
            tokenHeader,
            resource: read.resource ?? before?.resource ?? null,
            origin: 'own',
          }
    if (instance.origin === 'own') saveInstance(instance)
    if (writes) setToken(instance, token, form.remember)
    if (writes && (edited === null || token !== stored.token)) profiles.forget(instance)
    if (test.probed) profiles.kept({ ...instance, token }).learn('asked', test.probed.found, test.probed.at)
    onSaved(instance, read.resource)
  }

  const isEntered = (['name', 'baseUrl', 'prefix', 'tokenHeader', 'token'] as const).some(
    (part) => form[part] !== initial[part],
  )
  const read = readForm(form)
  const isChanged = edited === null || !read.ok || !isSame(read.connection, edited, stored.token)
  const same =
    edited || target.kind === 'copy'
      ? null
      : (instances.find((each) => each.baseUrl === form.baseUrl && each.prefix === form.prefix)?.title ?? null)
  const takePrefix = (prefix: string) => {
    const next = { ...form, prefix }
    state.put(next)
    run(next)
  }
  return (
    <Dialog
      title={connectionWords.title}
      width="wide"
      onClose={onClose}
      lost={isEntered ? connectionWords.isLost : null}
      foot={<Foot form={id} test={test} onTest={() => run()} onClose={onClose} />}
    >
      <div className={styles.halves}>
        <form id={id} className={styles.form} onSubmit={save} noValidate>
          {target.kind === 'link' && <p className={styles.note}>{connectionWords.fromLink}</p>}
          {fixed && <p className={styles.note}>{connectionWords.fromHost}</p>}
          <ConnectionFields state={state} fixed={fixed} same={same} />
        </form>
        <Diagnosis test={test} onPrefix={fixed ? undefined : takePrefix}>
          <CapabilityCard
            probed={test.probed ?? (test.steps.length === 0 && !isChanged ? known : null)}
            otherwise={untestedWords(test)}
            onCheck={test.running ? undefined : () => run()}
          />
        </Diagnosis>
      </div>
    </Dialog>
  )
}

interface FootProps {
  /** The id of the form that is saved. */
  readonly form: string
  readonly test: ConnectionTest
  readonly onTest: () => void
  readonly onClose: () => void
}

function Foot({ form, test, onTest, onClose }: FootProps) {
  return (
    <>
      <Button
        size="lg"
        icon={test.running ? undefined : Plug}
        busy={test.running}
        onClick={() => (test.running ? test.stop() : onTest())}
      >
        {test.running ? connectionWords.stop : connectionWords.test}
      </Button>
      <span className={styles.remark}>
        {test.failed && (test.probed ? connectionWords.saveAnyway : connectionWords.saveUnreached)}
      </span>
      <Button size="lg" variant="ghost" onClick={onClose}>
        {connectionWords.cancel}
      </Button>
      <Button size="lg" variant="primary" type="submit" form={form}>
        {connectionWords.save}
      </Button>
    </>
  )
}

function untestedWords({ running, failed }: ConnectionTest): string {
  if (running) return capabilityWords.knownAfterTest
  return failed ? capabilityWords.notReached : capabilityWords.notTested
}

function formOf(target: ConnectionTarget, token: string, remember: boolean): ConnectionForm {
  if (target.kind === 'new') return emptyForm
  if (target.kind === 'link') return { ...emptyForm, baseUrl: target.baseUrl, prefix: target.prefix }
  const { title, baseUrl, prefix, tokenHeader } = target.instance
  if (target.kind === 'copy')
    return { ...emptyForm, name: connectionWords.copyName(title), baseUrl, prefix, tokenHeader }
  return { name: title, baseUrl, prefix, tokenHeader, token, remember, resource: null, taken: null }
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
