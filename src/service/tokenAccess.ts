import { createHash, timingSafeEqual } from 'node:crypto'

/** Everybody reads; the bearer of the one token writes. The comparison takes the same time whatever is sent. */
export function tokenAccess(token: string): (sent: string | null) => { read: boolean; write: boolean } {
  const right = digest(token)
  return (sent) => ({ read: true, write: sent !== null && timingSafeEqual(digest(sent), right) })
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
