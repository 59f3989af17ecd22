import type { ActionError } from '../../protocol/envelope.ts'
import type { AddressSpace } from '../transport/addressSpace.ts'
import type { Probed } from '../profile/probe.ts'
import type { Remedy } from './remedy.ts'

/** The parts of a test, in their order. */
export type Part = 'address' | 'host' | 'reading' | 'api' | 'token' | 'table' | 'capabilities'

/** What a step of the test found out: a code, and what its words need. */
export type Finding =
  | { readonly code: 'badAddress' | 'badPrefix' | 'mixedContent' }
  | { readonly code: 'goodAddress'; readonly isHttps: boolean }
  | { readonly code: 'hostAnswers'; readonly milliseconds: number }
  | { readonly code: 'offline' }
  /** `isOwn`: it is the server of this page, so nothing but the server itself can be missing. */
  | { readonly code: 'noAnswer'; readonly host: string; readonly isOwn: boolean }
  /** The browser may have blocked it: the page is from outside, the host on this device or in the local network. */
  | {
      readonly code: 'noAnswerInside'
      readonly host: string
      readonly space: Exclude<AddressSpace, 'public'>
      readonly isPageHttps: boolean
      readonly isMixed: boolean
    }
  | { readonly code: 'readable'; readonly way: 'sameOrigin' | 'simple' | 'preflighted' | 'otherPrefix' }
  /** `hasToken`: one was sent, too, so none is missing. */
  | { readonly code: 'notReadable'; readonly hasToken: boolean }
  | { readonly code: 'tokenBlocked'; readonly tokenHeader: string }
  /** `isTableAsked`: a table was asked for, too, so a service without a list of tables would have answered. */
  | { readonly code: 'noApi'; readonly prefix: string; readonly refusal: ActionError; readonly isTableAsked: boolean }
  /** The API answers under the prefix `found` instead. */
  | { readonly code: 'apiElsewhere'; readonly prefix: string; readonly found: string }
  | { readonly code: 'api'; readonly service: string | null; readonly siteTitle: string | null }
  | { readonly code: 'tokenNotSent' | 'noToken' | 'tokenRefused' | 'tokenUnchecked' }
  | { readonly code: 'tokenAccepted'; readonly user: string | null }
  | { readonly code: 'tableAnswers'; readonly milliseconds: number }
  | { readonly code: 'tableSilent' }
  | { readonly code: 'tablePrivate'; readonly hasToken: boolean }
  | { readonly code: 'tableMissing'; readonly resource: string }
  | { readonly code: 'tableRefused'; readonly refusal: ActionError }
  | { readonly code: 'capabilities'; readonly milliseconds: number; readonly probed: Probed }
  | { readonly code: 'notReached'; readonly part: Part }

/** One step of 'Test connection': what was found, and what it means for the connection. */
export interface Step {
  readonly finding: Finding
  readonly outcome: 'ok' | 'warning' | 'failed' | 'skipped'
  /** What to send to the administrator. */
  readonly remedies: readonly Remedy[]
}

export function step(outcome: Step['outcome'], finding: Finding, remedies: readonly Remedy[] = []): Step {
  return { finding, outcome, remedies }
}

/** The steps of parts that are not reached. */
export function* skipped(parts: readonly Part[]): Generator<Step, void> {
  for (const part of parts) yield step('skipped', { code: 'notReached', part })
}
