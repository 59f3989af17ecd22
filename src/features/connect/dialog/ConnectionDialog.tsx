import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import type { Finding } from '../../../instances/diagnosis/step.ts'
import type { Instance } from '../../../instances/instance.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { capabilityWords } from '../../../words/en/connect/capabilities.ts'
import { connectionWords } from '../../../words/en/connect/connection.ts'
import { Diagnosis } from '../diagnosis/Diagnosis.tsx'
import type { ConnectionTest } from '../diagnosis/useConnectionTest.ts'
import { AddressField } from './AddressField.tsx'
import { AdvancedFields } from './AdvancedFields.tsx'
import { CapabilityCard } from './CapabilityCard.tsx'
import styles from './ConnectionDialog.module.css'
import type { ConnectionTarget } from './connectionTarget.ts'
import { KnownPortals } from './KnownPortals.tsx'
import { useConnection } from './useConnection.ts'
import type { ConnectionFormState } from './useConnectionForm.ts'
import { Verdict } from './Verdict.tsx'

export interface ConnectionDialogProps {
  readonly target: ConnectionTarget
  readonly instances: readonly Instance[]
  readonly onClose: () => void
  /** One that is known already, or the sample in this browser, is shown instead. */
  readonly onInstance: (instance: Instance) => void
  /** The connection is kept; `resource` is a table that the address named. */
  readonly onSaved: (instance: Instance, resource: string | null) => void
}

/** The connection to one portal: its address, what a test of it finds, and folded what few need to set. */
export function ConnectionDialog({ target, instances, onClose, onInstance, onSaved }: ConnectionDialogProps) {
  const isEdit = target.kind === 'edit'
  const fixed = isEdit && target.instance.origin === 'settings'
  const { state, test, ...found } = useConnection(target, instances, onSaved)
  const id = useId()
  const { checks } = state
  useEffect(() => {
    if (checks > 0) document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [checks, id])
  const [unfolded, setUnfolded] = useState<boolean | null>(null)
  const isUnfolded = isWrongInside(state) || (unfolded ?? (isEdit || isTokenAskedFor(state, test)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isEdit) found.save()
    else if (!test.running) found.run()
  }
  const isDone = !test.running && test.steps.length > 0 && !test.stopped
  const isIdle = !test.running && test.steps.length === 0
  const sample = instances.find(({ origin }) => origin === 'embedded')
  return (
    <Dialog
      title={connectionWords.titles[isEdit ? 'edit' : 'new']}
      width="middle"
      onClose={onClose}
      lost={found.isEntered ? connectionWords.isLost : null}
      foot={
        isEdit || isDone ? (
          <Foot
            form={id}
            kind={isEdit ? 'edit' : test.failed ? 'failed' : 'reached'}
            name={found.name}
            isReached={test.probed !== null}
            opensTable={found.resource !== null}
            onClose={onClose}
            onSave={found.save}
          />
        ) : undefined
      }
    >
      <form id={id} onSubmit={submit} noValidate>
        <div className={styles.form}>
          {target.kind === 'link' && <p className={styles.note}>{connectionWords.fromLink}</p>}
          {fixed && <p className={styles.note}>{connectionWords.fromHost}</p>}
          <AddressField state={state} fixed={fixed} same={found.same}>
            <TestButton test={test} isEdit={isEdit} isDone={isDone} onTest={found.run} />
          </AddressField>
          <Verdict
            test={test}
            name={found.name}
            host={found.host}
            onPrefix={fixed ? undefined : found.takePrefix}
            onSample={isEdit || sample === undefined ? undefined : () => onInstance(sample)}
          >
            <Diagnosis test={test}>
              <CapabilityCard probed={test.probed} otherwise={capabilityWords.notReached} />
            </Diagnosis>
          </Verdict>
          {found.known && isIdle && (
            <CapabilityCard probed={found.known} otherwise={capabilityWords.notTested} onCheck={found.run} />
          )}
          {target.kind === 'new' && state.form.baseUrl.trim() === '' && instances.length > 0 && (
            <KnownPortals instances={instances} onInstance={onInstance} />
          )}
        </div>
        <AdvancedFields
          state={state}
          fixed={fixed}
          siteName={found.name}
          open={isUnfolded}
          onToggle={() => setUnfolded(!isUnfolded)}
        />
      </form>
    </Dialog>
  )
}

interface TestButtonProps {
  readonly test: ConnectionTest
  /** Enter in a field saves, so it does not test. */
  readonly isEdit: boolean
  readonly isDone: boolean
  readonly onTest: () => void
}

function TestButton({ test, isEdit, isDone, onTest }: TestButtonProps) {
  if (test.running)
    return (
      <Button size="lg" busy onClick={test.stop}>
        {connectionWords.stop}
      </Button>
    )
  if (isEdit)
    return (
      <Button size="lg" onClick={onTest}>
        {connectionWords.testAgain}
      </Button>
    )
  return (
    <Button size="lg" variant={isDone ? 'default' : 'primary'} type="submit">
      {isDone ? connectionWords.testAgain : connectionWords.connect}
    </Button>
  )
}

interface FootProps {
  /** The id of the form, in which the focus waits for the end of the test. */
  readonly form: string
  readonly kind: 'edit' | 'failed' | 'reached'
  readonly name: string
  /** The portal answered, whatever else failed. */
  readonly isReached: boolean
  readonly opensTable: boolean
  readonly onClose: () => void
  readonly onSave: () => void
}

function Foot({ form, kind, name, isReached, opensTable, onClose, onSave }: FootProps) {
  const open = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Whoever has pressed Connect or Enter opens the portal with the next Enter.
    if (kind === 'reached' && isWaitingIn(form)) open.current?.focus()
  }, [kind, form])
  return (
    <>
      <span className={styles.remark}>
        {kind === 'failed' && !isReached && connectionWords.staysUnreached}
        {kind === 'reached' && opensTable && connectionWords.opensTable}
      </span>
      <Button size="lg" variant="ghost" onClick={onClose}>
        {kind === 'reached' ? connectionWords.stay : connectionWords.cancel}
      </Button>
      {kind === 'edit' && (
        <Button size="lg" variant="primary" type="submit" form={form}>
          {connectionWords.save}
        </Button>
      )}
      {kind === 'failed' && (
        <Button size="lg" onClick={onSave}>
          {connectionWords.saveAnyway}
        </Button>
      )}
      {kind === 'reached' && (
        <Button ref={open} size="lg" variant="primary" onClick={onSave}>
          {connectionWords.open(name)}
        </Button>
      )}
    </>
  )
}

/** Whether the focus is where it was when the test began, or nowhere as the button that had it is another one now. */
function isWaitingIn(form: string): boolean {
  const active = document.activeElement
  return active === document.body || active?.tagName === 'DIALOG' || active?.closest('form')?.id === form
}

/** Something that is wrong is in the folded part. */
function isWrongInside({ problems }: ConnectionFormState): boolean {
  return problems.prefix !== undefined || problems.token !== undefined || problems.tokenHeader !== undefined
}

function isTokenAskedFor({ form }: ConnectionFormState, { steps }: ConnectionTest): boolean {
  return form.token === '' && steps.some(({ finding }) => asksForToken(finding))
}

function asksForToken(finding: Finding): boolean {
  if (finding.code === 'noApi') return finding.refusal.kind === 'notAuthorized'
  return finding.code === 'tablePrivate'
}
