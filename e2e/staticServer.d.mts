export interface StaticServer {
  readonly origin: string
  /** The page's address, under a path. */
  readonly url: string
  /** The paths asked for, in order. */
  readonly requests: readonly string[]
  /** The bytes of all bodies sent. */
  bytes(): number
  stop(): Promise<void>
}

/** What is sent in the place of a file. */
export interface OtherAnswer {
  readonly status?: number
  readonly type: string
  readonly body: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

export function startStaticServer(options?: {
  readonly folder?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A key and a certificate (PEM); with them it is served by https. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Asked for each path; null: the file. */
  readonly instead?: (path: string) => OtherAnswer | null
}): Promise<StaticServer>
