// The worker that holds the columns of copies: a page's own, apart from PostgreSQL, so that neither waits for the other.
import { createHeldColumns } from './heldColumns.ts'
import type { MirrorReply, MirrorRequest } from './mirrorMessages.ts'

// DOM types don't include worker scope; this is what we use of it.
declare function postMessage(message: MirrorReply): void

const held = createHeldColumns()

addEventListener('message', ({ data: { id, call } }: MessageEvent<MirrorRequest>) => {
  try {
    postMessage({ id, answer: held(call) })
  } catch (error) {
    postMessage({ id, failed: error instanceof Error ? error.message : String(error) })
  }
})
