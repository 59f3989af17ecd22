/** Which client did something last, and when another than a given one did. */
export interface LastClients {
  /** The client that did it last, and when; at -Infinity if none has. */
  readonly last: { readonly client: string | null; readonly at: number }
  note(client: string, at: number): void
  /** When a client other than this one last did it. */
  othersAt(client: string): number
}

/** Remembers two clients, which is enough to answer for any. */
export function createLastClients(): LastClients {
  let [last, other] = [NOBODY, NOBODY]
  return {
    get last() {
      return last
    },
    note(client, at) {
      if (last.client !== client) other = last
      last = { client, at }
    },
    othersAt: (client) => (last.client === client ? other : last).at,
  }
}

const NOBODY: LastClients['last'] = { client: null, at: -Infinity }
