import { createGate, type Gate, type Leave } from '../../protocol/gate.ts'

/** How many requests one instance gets at a time. Browsers open six connections to a host, and other requests need some. */
const AT_ONCE = 4

/** Enters the gate of that name, which has `most` places. Rejects with the signal's reason as soon as it is aborted. */
export function enter(name: string, signal: AbortSignal | undefined, most = AT_ONCE): Promise<Leave> {
  const gate = gates.get(name) ?? createGate(most)
  gates.set(name, gate)
  return gate.enter(signal)
}

const gates = new Map<string, Gate>()
