// The worker that reads statements for a page: a page's own, so that typing waits for nothing.
import parserAddress from 'libpg-query/wasm/libpg-query.wasm?url'
import { loadParserFrom } from '../../parser/parseSql.ts'
import { functionsOf } from '../functions.ts'
import { answerOf } from './answerers.ts'
import { createHeldCatalogue } from './heldCatalogue.ts'
import type { Answered, Asked, Told } from './messages.ts'

// DOM types don't include worker scope; this is what we use of it.
declare function postMessage(message: Answered): void

loadParserFrom(parserAddress)

const held = import('../functions.json').then(({ default: lines }) => createHeldCatalogue(functionsOf(lines)))

addEventListener('message', ({ data }: MessageEvent<Told | Asked>) => void take(data))

async function take(message: Told | Asked): Promise<void> {
  if (!('id' in message)) return (await held).tell(message)
  try {
    postMessage({ id: message.id, answer: await answerOf(message, await held) })
  } catch (error) {
    postMessage({ id: message.id, answer: null })
    throw error
  }
}
