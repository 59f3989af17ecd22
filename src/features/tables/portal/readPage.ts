import { readCatalogue } from '../../../instances/catalogue/catalogue.ts'
import type { Asked, CataloguePage } from '../../../instances/catalogue/cataloguePage.ts'
import type { ActionClient } from '../../../instances/client/actionClient.ts'

/** What is asked for, and what was read of it before. */
export interface PageToRead {
  readonly asked: Asked
  readonly rows: number
  readonly before: CataloguePage | undefined
  /** Is told what was found. */
  readonly remember: (entries: CataloguePage['entries']) => void
}

/** Reads the next page of a catalogue and gives it with those before it; notes in the profile whether there is a catalogue. */
export async function readPage(
  client: ActionClient,
  { asked, rows, before, remember }: PageToRead,
  signal: AbortSignal,
): Promise<CataloguePage> {
  const page = await readCatalogue(client, asked, { start: before?.read ?? 0, rows }, signal)
  // A catalogue that has answered is there, though it may refuse words that are looked for.
  if (page.state === 'read') client.profile.learn('noticed', { hasCatalogue: true })
  else if (page.state === 'absent' && asked.words === '') client.profile.learn('noticed', { hasCatalogue: false })
  remember(page.entries)
  return { ...page, entries: new Map([...(before?.entries ?? []), ...page.entries]) }
}
