import { word } from '../fact.ts'

export const rangeFilterFacts = {
  /**
   * Whether filters such as `{"_id": {"gt": 100}}` work (CKAN 2.12). Used when all records are read page by page and
   * `offset` does not work: with `no` they are not tried. Noticed there, too.
   */
  rangeFilters: word('day', ['unknown', 'yes', 'no'], 'yes'),
}
