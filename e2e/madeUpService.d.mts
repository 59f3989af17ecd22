export declare const MADE_UP_TABLE: string
export declare function startMadeUpService(size: {
  readonly rows: number
  readonly columns: number
}): Promise<{ readonly origin: string; stop(): Promise<void> }>
