import { errorText } from '../../result/failure.ts'
import type { Finding, Step } from '../../../instances/diagnosis/step.ts'
import type { Remedy } from '../../../instances/diagnosis/remedy.ts'
import { diagnosisWords } from '../../../words/en/connect/diagnosis.ts'
import { figureWords } from '../../../words/en/figures.ts'
import { countWords } from '../../../words/figures.ts'
import '../../result/laterWords.ts'

/** A step of the test in words. */
export interface StepWords {
  /** A sentence of what is so. */
  readonly title: string
  /** A few words at the end of the line: how long it took, in which way, or why it was not done. */
  readonly measure: string | null
  /** The cause and what to do. */
  readonly detail: string | null
}

/** What a finding says. */
export function stepWords({ finding }: Pick<Step, 'finding'>): StepWords {
  const words = diagnosisWords
  switch (finding.code) {
    case 'badAddress':
      return said(words.badAddress, { detail: words.badAddressFix })
    case 'badPrefix':
      return said(words.badPrefix, { detail: words.badPrefixFix })
    case 'mixedContent':
      return said(words.mixedContent, { detail: words.mixedContentFix })
    case 'goodAddress':
      return said(finding.isHttps ? words.goodHttpsAddress : words.goodAddress)
    case 'hostAnswers':
      return said(words.hostAnswers, { measure: millisecondsWords(finding.milliseconds) })
    case 'offline':
      return said(words.offline, { detail: words.offlineFix })
    case 'noAnswer':
      return said(words.noAnswer, { detail: words[finding.isOwn ? 'noAnswerOwn' : 'noAnswerOther'](finding.host) })
    case 'noAnswerInside':
      return said(words.noAnswerInside, { detail: insideWords(finding) })
    case 'readable':
      return said(words.readable, { measure: words.ways[finding.way] })
    case 'notReadable':
      return said(words.notReadable, { detail: finding.hasToken ? words.notReadableFix : words.notReadableNoToken })
    case 'tokenBlocked':
      return said(words.tokenBlocked, {
        measure: words.tokenBlockedMeasure,
        detail: words.tokenBlockedFix(finding.tokenHeader),
      })
    case 'noApi':
      return said(words.noApi(finding.prefix || '/'), { detail: noApiWords(finding) })
    case 'apiElsewhere':
      return said(words.noApi(finding.prefix || '/'), { detail: words.apiElsewhere(finding.found) })
    case 'api':
      return said(finding.service === null ? words.api : words.service(finding.service))
    case 'tokenNotSent':
      return said(words.tokenStep, { measure: words.tokenNotSent })
    case 'noToken':
      return said(words.noToken, { measure: words.noTokenMeasure })
    case 'tokenAccepted':
      return said(words.tokenAccepted, { measure: finding.user === null ? null : words.tokenUser(finding.user) })
    case 'tokenRefused':
      return said(words.tokenRefused, { measure: words.tokenRefusedMeasure, detail: words.tokenRefusedFix })
    case 'tokenUnchecked':
      return said(words.tokenUnchecked, { detail: words.tokenUncheckedFix })
    case 'tableAnswers':
      return said(words.tableAnswers, { measure: millisecondsWords(finding.milliseconds) })
    case 'tableSilent':
      return said(words.tableSilent, { detail: words.tableSilentFix })
    case 'tablePrivate':
      return finding.hasToken
        ? said(words.tablePrivateForToken, { detail: words.tablePrivateForTokenFix })
        : said(words.tablePrivate, { detail: words.tablePrivateFix })
    case 'tableMissing':
      return said(words.tableMissing, { detail: words.tableMissingFix(finding.resource) })
    case 'tableRefused':
      return said(words.tableRefused, { detail: errorText(finding.refusal) })
    case 'capabilities':
      return said(words.capabilities, { measure: millisecondsWords(finding.milliseconds) })
    case 'notReached':
      return said(words.parts[finding.part], { measure: words.notReached })
  }
}

/** What a remedy is for; a sentence that ends in a colon. */
export function purposeWords(remedy: Remedy): string {
  const { purposes } = diagnosisWords
  return remedy.purpose === 'checkToken' ? purposes.checkToken(remedy.header) : purposes[remedy.purpose]
}

function said(title: string, { measure = null, detail = null }: Partial<Omit<StepWords, 'title'>> = {}): StepWords {
  return { title, measure, detail }
}

/** Always in milliseconds, so that the steps can be compared. */
function millisecondsWords(milliseconds: number): string {
  return figureWords.milliseconds(countWords(Math.round(milliseconds)))
}

type Of<Code extends Finding['code']> = Extract<Finding, { readonly code: Code }>

function insideWords({ host, space, isPageHttps, isMixed }: Of<'noAnswerInside'>): string {
  const words = diagnosisWords
  const isDevice = space === 'loopback'
  const sentences = [words.noAnswerFrom(host)]
  if (isPageHttps) sentences.push(isDevice ? words.allowDevice : words.allowNetwork)
  else sentences.push(isDevice ? words.needsHttpsForDevice : words.needsHttpsForNetwork)
  if (isPageHttps && isMixed) sentences.push(words.otherBrowsers)
  return sentences.join(' ')
}

/** Without a table to ask for, a service that lists none looks like no service. */
function noApiWords({ refusal, isTableAsked }: Of<'noApi'>): string {
  const { checkAddress, giveTable } = diagnosisWords
  const sentences = [errorText(refusal)]
  // A 404 that is no answer of the API says it already.
  if (refusal.problem === null || refusal.status !== 404) sentences.push(checkAddress)
  if (!isTableAsked) sentences.push(giveTable)
  return sentences.join(' ')
}
