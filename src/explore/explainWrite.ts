import { reasonOf } from '../client/loadRecords.ts'
import { NetworkError, PERHAPS_STORED } from '../client/networkError.ts'
import { ActionError } from '../protocol/envelope.ts'
import { explainFailure, type Asked, type Failure } from './failure.ts'
import { recordsWords } from './figures.ts'

/** Any error of a writing call, explained: what is so, and what to do about it. */
export function explainWrite(error: Error, asked: Asked): Failure {
  if (!(error instanceof ActionError)) return explainFailure(error, asked)
  const serverText = error.serverText === '' ? null : error.serverText
  if (error.kind === 'notAuthorized') {
    return {
      what: `${asked.instance} does not let ${asked.hasToken ? 'this token' : 'anonymous readers'} write here.`,
      remedy: asked.hasToken
        ? 'Give a token that may write, in the connection.'
        : 'Give an API token that may write, in the connection.',
      serverText,
    }
  }
  if (error.kind === 'notFound') {
    return {
      what: `There is no such place on ${asked.instance}: ${withoutStop(error.message)}.`,
      remedy: 'Where tables belong to datasets, as on a CKAN, choose the dataset or the resource of the table.',
      serverText,
    }
  }
  if (error.kind === 'server') return explainFailure(error, asked)
  return { what: `${asked.instance} refused it: ${withoutStop(reasonOf(error))}.`, remedy: null, serverText }
}

/** What is in the table after a load that this error ended, of which so many records were acknowledged; goes after the remedy. */
export function storedWords(error: Error, loaded: number): string {
  const stored = `${recordsWords(loaded)} ${loaded === 1 ? 'is' : 'are'} stored`
  // The remedy has told it.
  if (error instanceof NetworkError && error.message.endsWith(PERHAPS_STORED)) return `${stored} for certain.`
  if (error instanceof ActionError && error.kind === 'server')
    return `${stored} for certain; the batch that was on its way may be stored too.`
  return `${stored}, and nothing of the batch that came next.`
}

function withoutStop(message: string): string {
  return message.trim().replace(/\.$/, '')
}
