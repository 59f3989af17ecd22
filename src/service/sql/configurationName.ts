/**
 * Whether a text can name a text search configuration. PostgreSQL takes digits, or `-`, for the number of one, doesn't look
 * it up, and fails internally when it is used.
 */
export function isConfigurationName(text: string): boolean {
  return /^[\p{L}_"][^\0]*$/u.test(text)
}
