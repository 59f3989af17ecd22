/** A running server; `origin` has no slash at its end. */
export interface RunningServer {
  readonly origin: string
  readonly port: number
  /** Its data folder, deleted by `stop`. */
  readonly data: string
  readonly token: string
  stop(): Promise<void>
}

/** `cors` is the server's ROWAN_CORS; without it no other origin may read. `page` is the built page's folder. */
export function startServer(options: {
  token: string
  cors?: string | undefined
  page?: string | undefined
}): Promise<RunningServer>
