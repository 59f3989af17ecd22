/** Who may run SQL: whoever may read, who has a token, or nobody. */
export type SqlAccess = 'public' | 'token' | 'off'
