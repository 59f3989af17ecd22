/**
 * What a server can do for one person, as far as it tells. It may leave any of this open: then it is null or `unknown`,
 * and whoever asks takes the way that every server knows.
 */
export interface Capabilities {
  /** When it was found out, ms since 1970. */
  readonly checkedAt: number
  /** Name and version in the server's own words, as `CKAN 2.11.3`. */
  readonly service: string | null
  /** How many tables are listed; null where there is no list. */
  readonly tables: number | null
  /** `refused`: there is SQL, but not for this person. */
  readonly sql: 'on' | 'off' | 'refused' | 'unknown'
  /** The most records of one answer. */
  readonly rowCap: number | null
  /** Filters such as `{"_id": {"gt": 100}}`, by which pages can follow one another (CKAN 2.12). */
  readonly rangeFilters: 'yes' | 'no' | 'unknown'
  readonly totals: 'exact' | 'estimated' | 'absent' | 'unknown'
  /** `refused`: the server reads a wrong token as none, so this person is anonymous. */
  readonly token: 'none' | 'accepted' | 'refused' | 'unknown'
  /** Whether tables may be changed; where rights go by table it is known only when one tries. */
  readonly writes: 'yes' | 'no' | 'unknown'
  /** The name that the server knows the bearer of the token by. */
  readonly user: string | null
}
