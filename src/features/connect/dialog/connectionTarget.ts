import type { Instance } from '../../../instances/instance.ts'
import type { Connection } from '../../../instances/transport/connection.ts'
import { connectionWords } from '../../../words/en/connect/connection.ts'
import type { Tested } from '../diagnosis/useConnectionTest.ts'
import { emptyForm, readForm, type ConnectionForm } from './connectionForm.ts'

/** What the dialog is opened for: a new instance (with its address, if that was typed elsewhere and is to be tried at once), a change of one, a copy of one (without its token), or a link that names an unknown one. */
export type ConnectionTarget =
  | { readonly kind: 'new'; readonly address?: string | undefined }
  | {
      readonly kind: 'edit'
      readonly instance: Instance
      /** The test runs at once, for this table too; absent if it waits for the button. */
      readonly diagnose?: { readonly resource: string | null } | undefined
    }
  | { readonly kind: 'copy'; readonly instance: Instance }
  | { readonly kind: 'link'; readonly baseUrl: string; readonly prefix: string }

/** The form that the dialog begins with; `token` is the one that is kept for an instance that is changed. */
export function formOf(target: ConnectionTarget, token: string, remember: boolean): ConnectionForm {
  if (target.kind === 'new') return { ...emptyForm, baseUrl: target.address ?? '' }
  if (target.kind === 'link') return { ...emptyForm, baseUrl: target.baseUrl, prefix: target.prefix }
  const { title, baseUrl, prefix, tokenHeader } = target.instance
  if (target.kind === 'copy')
    return { ...emptyForm, name: connectionWords.copyName(title), baseUrl, prefix, tokenHeader }
  return { name: title, baseUrl, prefix, tokenHeader, token, remember, resource: null, taken: null }
}

/** What is tested as soon as the dialog opens; null if that waits for the button. */
export function testedFirst(target: ConnectionTarget, form: ConnectionForm, asked: string | null): Tested | null {
  const isAsked = target.kind === 'edit' ? target.diagnose !== undefined : target.kind === 'new' && form.baseUrl !== ''
  const read = isAsked ? readForm(form) : null
  return read?.ok === true ? { connection: read.connection, resource: read.resource ?? asked } : null
}

/** Whether a connection is the one that an instance has, with that token. */
export function isSame(connection: Connection, instance: Instance, token: string | null): boolean {
  return (
    connection.baseUrl === instance.baseUrl &&
    connection.prefix === instance.prefix &&
    connection.tokenHeader === instance.tokenHeader &&
    connection.token === token
  )
}
