/** A running server; `origin` has no slash at its end. */
export interface RunningServer {
  readonly origin: string
  readonly port: number
  /** Of the server's process. */
  readonly pid: number
  /** Its data folder, deleted by `stop`. */
  readonly data: string
  readonly token: string
  /** All that it has written so far. */
  said(): string
  stop(): Promise<void>
  /** Ends it at once, as a machine does that dies; its data stay, for the next one. */
  kill(): Promise<void>
}

/** `cors` is the server's ROWAN_CORS, `frames` its ROWAN_FRAMES; without it no other origin may read. `page` is the built page's folder; without `databaseUrl` it is on PGlite. */
export function startServer(options: {
  token: string
  cors?: string | undefined
  frames?: string | undefined
  page?: string | undefined
  databaseUrl?: string | undefined
  /** The data and the port of one that was killed. */
  data?: string
  port?: number
}): Promise<RunningServer>

export function freePort(): Promise<number>
