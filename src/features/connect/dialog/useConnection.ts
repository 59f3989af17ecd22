import { useEffect, useEffectEvent, useState } from 'react'
import { newInstanceId, type Instance } from '../../../instances/instance.ts'
import type { Probed } from '../../../instances/profile/probe.ts'
import { capabilitiesOf } from '../../../instances/profile/profile.ts'
import { profiles } from '../../../instances/profile/profiles.ts'
import { useProfileOf } from '../../../instances/profile/useProfile.ts'
import { setToken, useToken } from '../../../instances/tokens.ts'
import { httpHandler } from '../../../instances/transport/httpHandler.ts'
import { requestLog } from '../../../instances/transport/requestLog.ts'
import { connectionWords } from '../../../words/en/connect/connection.ts'
import { saveInstance } from '../../../workspace/knownInstances.ts'
import { useConnectionTest, type ConnectionTest } from '../diagnosis/useConnectionTest.ts'
import { readForm, savedToken, type ConnectionForm } from './connectionForm.ts'
import { formOf, isSame, testedFirst, type ConnectionTarget } from './connectionTarget.ts'
import { useConnectionForm, type ConnectionFormState } from './useConnectionForm.ts'

/** A connection that is being set up: its form, its test, and what saving it does. */
export interface ConnectionInWork {
  readonly state: ConnectionFormState
  readonly test: ConnectionTest
  /** What the portal is called if it is saved now: as it was, as it calls itself, else its host. */
  readonly name: string
  readonly host: string
  /** The title of another instance with this address, which saving would change. */
  readonly same: string | null
  /** The table that the address named. */
  readonly resource: string | null
  /** Something was entered that closing would lose. */
  readonly isEntered: boolean
  /** What is known of the instance that is changed, as long as its connection is the one in the form. */
  readonly known: Probed | null
  /** Tests the connection, if the form has one; else the form says what is wrong. */
  readonly run: () => void
  readonly save: () => void
  /** Takes that prefix and tests again. */
  readonly takePrefix: (prefix: string) => void
}

/** `onSaved` is called with the instance, and with the table that the address named. */
export function useConnection(
  target: ConnectionTarget,
  instances: readonly Instance[],
  onSaved: (instance: Instance, resource: string | null) => void,
): ConnectionInWork {
  const edited = target.kind === 'edit' ? target.instance : null
  const stored = useToken(edited)
  const asked = target.kind === 'edit' ? (target.diagnose?.resource ?? null) : null
  const [handler] = useState(() => requestLog.keep(httpHandler, edited?.id ?? 'test'))
  const [initial] = useState(() => formOf(target, stored.token ?? '', stored.remembered))
  const test = useConnectionTest(handler, testedFirst(target, initial, asked))
  const state = useConnectionForm(() => initial, edited, test.reset)
  const { form, check } = state

  const run = (of = form) => {
    const read = check(of)
    if (read) test.start(read.connection, read.resource ?? asked)
  }
  // An address that was typed elsewhere is judged as if it had been entered here.
  const judge = useEffectEvent(() => {
    if (target.kind === 'new' && initial.baseUrl !== '') check()
  })
  useEffect(() => judge(), [])
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

  const read = readForm(form)
  const host = read.ok ? new URL(read.connection.baseUrl).host : ''
  const before = edited ?? (read.ok ? withAddress(instances, read.connection) : null)
  const name = form.name.trim() || before?.title || test.siteTitle || host
  const save = () => {
    const checked = check()
    if (!checked) return
    if (target.kind === 'copy' && before) {
      state.refuse({ baseUrl: connectionWords.isTaken(before.title) })
      return
    }
    const { baseUrl, prefix, token } = checked.connection
    const { writes, tokenHeader } = savedToken(checked.connection, before, edited !== null)
    const resource = checked.resource ?? before?.resource ?? null
    const id = before?.id ?? newInstanceId()
    const instance: Instance =
      before?.origin === 'settings'
        ? before
        : { id, title: name, baseUrl, prefix, tokenHeader, resource, origin: 'own' }
    if (instance.origin === 'own') saveInstance(instance)
    if (writes) setToken(instance, token, form.remember)
    if (writes && (edited === null || token !== stored.token)) profiles.forget(instance)
    if (test.probed) profiles.kept({ ...instance, token }).learn('asked', test.probed.found, test.probed.at)
    onSaved(instance, checked.resource)
  }
  return {
    state,
    test,
    name,
    host,
    same: edited || target.kind === 'copy' ? null : (before?.title ?? null),
    resource: read.ok ? read.resource : null,
    isEntered: ENTERED.some((part) => form[part] !== initial[part]),
    known: edited && read.ok && isSame(read.connection, edited, stored.token) ? known : null,
    run: () => run(),
    save,
    takePrefix: (prefix) => {
      const next: ConnectionForm = { ...form, prefix }
      state.put(next)
      run(next)
    },
  }
}

const ENTERED = ['name', 'baseUrl', 'prefix', 'tokenHeader', 'token'] as const

function withAddress(
  instances: readonly Instance[],
  { baseUrl, prefix }: Pick<Instance, 'baseUrl' | 'prefix'>,
): Instance | null {
  return instances.find((each) => each.baseUrl === baseUrl && each.prefix === prefix) ?? null
}
