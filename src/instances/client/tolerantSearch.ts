import type { SearchPage } from '../../protocol/answers.ts'
import type { ProfileStore } from '../profile/profile.ts'
import { taken, withoutRefused, type Params, type SendSearch, type Tolerated } from './knownParams.ts'
import { mayBeAboutForm } from './refusal.ts'

/**
 * Searches with as many of the parameters as the server takes, and with no greater limit than it takes. The interface names
 * four of them; a server may refuse all others, in any words or none. What it refuses is found out when it refuses it
 * (`searchWithLess`), and left out from then on.
 */
export async function tolerantSearch<Answer extends { readonly answer: SearchPage }>(
  send: SendSearch<Answer>,
  asked: Params,
  profile: ProfileStore,
): Promise<Tolerated<Answer>> {
  const { params, leftOut } = withoutRefused(asked, profile)
  try {
    return { answer: await taken(send, params, profile), leftOut }
  } catch (error) {
    if (!mayBeAboutForm(error, profile.get())) throw error
    let module
    try {
      module = await import('./searchWithLess.ts')
    } catch {
      throw error
    }
    return module.searchWithLess(error, send, asked, profile)
  }
}
