import type { ActionClient, CallOptions, Searched } from '../../instances/client/actionClient.ts'
import { askSearch } from '../walk/evidence.ts'
import { cutsTimes } from './cutTimes.ts'

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
  if (profile.sql !== 'on' || !cutsTimes(profile, found.answer.fields)) return found
  const { withWholeTimes } = await import('./wholeTimes.ts')
  return withWholeTimes(client, params, found, options)
}
