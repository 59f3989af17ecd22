import type { ActionClient, CallOptions, Searched } from '../../instances/client/actionClient.ts'
import { askSearch } from '../walk/evidence.ts'
import { cutsTimes } from './cutTimes.ts'

/** What asks for pages that are seldom wanted. */
export const loadLater = async () => (await import('./laterPages.ts')).laterPages

/**
 * Searches for records with their values as they are stored: of times that the search cuts, the rest is asked for by SQL.
 * Where no SQL tells it they stay as they came (`showsCutTimes`).
 */
export async function searchExactly(
  client: ActionClient,
  params: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<Searched> {
  const found = await askSearch(client, params, options)
  const profile = client.profile.get()
  const mayBeCut = profile.sql === 'on' && cutsTimes(profile, found.answer.fields)
  return mayBeCut ? (await loadLater()).withWholeTimes(client, params, found, options) : found
}
