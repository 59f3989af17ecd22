import { text } from '../fact.ts'

export const serviceFacts = {
  /**
   * Name and version in the server's own words, as `CKAN 2.11.3`. Used by the card, and where only CKAN has an action;
   * nothing is decided by versions.
   */
  service: text('day', 'Rowan'),
}
