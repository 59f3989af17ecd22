import { dropFile, expectRecords, openKnown } from './explorer.ts'
import { expect, test } from './fixtures.ts'
import { startMinimalServer } from './minimalServer.ts'
import { PLAIN, statementsOn } from './support/minimalReading.ts'
import type { Writing } from './support/minimalWrites.ts'
import { TOKEN_MARK } from './tokenWatch.ts'

const TOKEN = `${TOKEN_MARK}of-the-least-server`
const GAUGES = '5b1c9f0e-0c5b-4b0e-9d5a-0f5c2f3a7e02'
const RECORDS = Array.from({ length: 12 }, (_, at) => ({ _id: at + 1, site: `weir ${at + 1}` }))

/** A server that gives new tables ids of its own, and what the page then says. */
const SERVERS: readonly { readonly reply: Writing['reply']; readonly isFound: boolean }[] = [
  { reply: 'bare object with the id', isFound: true },
  { reply: 'flag', isFound: false },
]

for (const { reply, isFound } of SERVERS) {
  test(`a new table under an id that the server makes, told by a ${reply}, is sent once and never called missing`, async ({
    page,
    rowan,
    guard,
  }) => {
    const reading = { ...PLAIN, prefix: '/api/3/action' }
    const writing: Writing = {
      fate: 'stored',
      reply,
      ids: 'its own',
      upsert: 'any',
      upsertBy: isFound ? 'PUT' : 'POST',
      otherMethods: 405,
    }
    const server = await startMinimalServer(GAUGES, RECORDS, statementsOn(RECORDS), reading, writing)
    guard.allow(server.origin, TOKEN)
    guard.expectConsole(/Failed to load resource: the server responded with a status of 40[045]/)
    try {
      const known = { name: 'The least', baseUrl: server.origin, token: TOKEN }
      await openKnown(page, rowan.origin, known, `table=${GAUGES}`)
      await expectRecords(page, 12)
      await dropFile(page, 'new.csv', 'site\nford\nmill\nquay\n')
      const dialog = page.getByRole('dialog', { name: 'New table from a file' })
      await dialog.getByRole('button', { name: 'Create table and load' }).click()
      if (isFound) {
        await expect(dialog).toBeHidden()
        await expectRecords(page, 3)
      } else {
        const alert = dialog.getByRole('alert')
        await expect(alert.locator('b')).toHaveText("The server answered 200 with something that isn't an API answer.")
        await expect(alert.locator('p')).toHaveText("The page couldn't see whether it was stored.")
        await dialog.getByRole('button', { name: 'Look again' }).click()
        await expect(dialog.getByRole('button', { name: 'Look again' })).toBeVisible()
      }
      const sent = server.requests.filter(({ action, method }) => action === 'datastore_create' && method === 'POST')
      expect(sent).toHaveLength(1)
    } finally {
      await server.stop()
    }
  })
}
