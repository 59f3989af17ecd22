import { useState } from 'react'
import { DEFAULT_PREFIX } from '../../../protocol/actions.ts'
import type { Instance } from '../../../instances/instance.ts'
import { connectionWords } from '../../../words/en/connect/connection.ts'
import {
  readForm,
  sameOrigin,
  takeAddressApart,
  takeTokenApart,
  type ConnectionForm,
  type FormNotices,
  type FormProblems,
  type ReadForm,
} from './connectionForm.ts'

/** The form of the connection dialog: its fields, and what is said below them. */
export interface ConnectionFormState {
  readonly form: ConnectionForm
  readonly problems: FormProblems
  readonly notices: FormNotices
  /** How often the form was checked: the focus goes to the first wrong field after each check. */
  readonly checks: number
  /** Takes what is typed. */
  readonly change: (changes: Partial<ConnectionForm>) => void
  /** Replaces the form as it is. */
  readonly put: (form: ConnectionForm) => void
  /** The address field is left, or that text is pasted in place of its own: the address is taken apart. */
  readonly leaveAddress: (pasted?: string) => void
  /** The same for the token. */
  readonly leaveToken: (pasted?: string) => void
  /** The connection of a form, this one if left out; null if something is wrong with it, which is then said. */
  readonly check: (form?: ConnectionForm) => Extract<ReadForm, { ok: true }> | null
  readonly refuse: (problems: FormProblems) => void
}

/** `edited` is the instance that is changed; `onChange` is called before what was found about the connection is no longer true. */
export function useConnectionForm(
  initial: () => ConnectionForm,
  edited: Instance | null,
  onChange: () => void,
): ConnectionFormState {
  const [form, setForm] = useState(initial)
  const [problems, setProblems] = useState<FormProblems>({})
  const [notices, setNotices] = useState<FormNotices>({})
  const [tokenTyped, setTokenTyped] = useState(false)
  const [checks, setChecks] = useState(0)

  /** A token that is kept for one server is not taken along to another. */
  const withoutForeignToken = (next: ConnectionForm): ConnectionForm =>
    edited && !tokenTyped && next.token !== '' && !sameOrigin(edited.baseUrl, next.baseUrl)
      ? { ...next, token: '' }
      : next

  return {
    form,
    problems,
    notices,
    checks,
    put: setForm,
    refuse: setProblems,
    change(changes) {
      if (changes.token !== undefined) setTokenTyped(true)
      setForm({ ...form, ...changes })
      const changed = Object.keys(changes)
      setProblems(without(problems, changed))
      setNotices(without(notices, changed))
      onChange()
    },
    leaveAddress(pasted) {
      if (pasted !== undefined) onChange()
      const text = pasted ?? form.baseUrl
      const taken = takeAddressApart({ ...form, baseUrl: text })
      const next = withoutForeignToken(taken.form)
      setForm(next)
      setNotices({
        ...(text === form.baseUrl ? notices : without(notices, ['baseUrl'])),
        ...(taken.notice === null ? {} : { baseUrl: taken.notice }),
        ...(next.token === taken.form.token ? {} : { token: connectionWords.tokenDropped }),
      })
      if (text.trim() !== '') {
        const read = readForm({ ...next, token: '', tokenHeader: 'Authorization', prefix: DEFAULT_PREFIX })
        setProblems(read.ok ? without(problems, ['baseUrl']) : { ...problems, ...read.problems })
      }
    },
    leaveToken(pasted) {
      if (pasted !== undefined) {
        setTokenTyped(true)
        onChange()
      }
      const taken = takeTokenApart({ ...form, token: pasted ?? form.token })
      setForm(taken.form)
      if (taken.notice !== null) setNotices({ ...notices, token: taken.notice })
    },
    check(of = form) {
      const read = readForm(withoutForeignToken(of))
      setProblems(read.ok ? {} : read.problems)
      setChecks(checks + 1)
      return read.ok ? read : null
    },
  }
}

function without(words: FormProblems | FormNotices, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(words).filter(([name]) => !names.includes(name)))
}
