/** What the bearer of a token may do, and what became of the token (absent if none was needed). */
export interface Rights {
  readonly read: boolean
  readonly write: boolean
  readonly token?: 'none' | 'refused' | 'read' | 'write' | undefined
}
