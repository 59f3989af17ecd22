import type { Locator, Page } from 'playwright/test'
import { openConnection } from './explorer.ts'
import {
  awayBehindProxy,
  closedToOrigins,
  expiredOnCkan,
  expiredToken,
  loginPage,
  noPreflight,
  onlyUnder,
  silent,
  sqlOff,
} from './faults.ts'
import { expect, test } from './fixtures.ts'

test('Test connection ends at the cause, with the line for the administrator', async ({
  page,
  context,
  rowan,
  remote,
  faulty,
  guard,
}) => {
  guard.expectConsole(/Failed to load resource|blocked by CORS policy/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(rowan.origin)
  const dialog = await openConnection(page)
  const form = {
    url: dialog.getByRole('textbox', { name: 'Base URL' }),
    prefix: dialog.getByRole('textbox', { name: 'Path prefix' }),
    token: dialog.getByLabel('API token', { exact: true }),
  }
  await form.url.fill(faulty.origin)

  await test.step('a server that is as it should be', async () => {
    await tested(dialog)
    await expect(step(dialog, 'The host answers')).toBeVisible()
    await expect(step(dialog, 'The browser may read the answer')).toContainText('simple')
    await expect(step(dialog, 'No token')).toContainText('public tables need none')
    await expect(card(dialog)).toContainText('SQLon')
    await expect(card(dialog)).toContainText('Row cap32,000')
  })

  await test.step('no other origin may read', async () => {
    faulty.play(closedToOrigins)
    faulty.play(closedToOrigins, { method: 'OPTIONS' })
    await tested(dialog)
    await expect(step(dialog, 'The browser may not read the answer (CORS)')).toContainText(
      'The server replied, but without an Access-Control-Allow-Origin header for this page. Only its administrator can change that.',
    )
    const remedy = dialog.getByRole('group', { name: 'Remedy' })
    await expect(remedy).toContainText(`ckan.cors.origin_whitelist = ${rowan.origin}`)
    await expect(remedy).toContainText(`curl -sI -H 'Origin: ${rowan.origin}'`)
    await remedy.getByRole('button', { name: 'Copy' }).first().click()
    await expect.poll(() => clipboard(page)).toBe(`ckan.cors.origin_whitelist = ${rowan.origin}`)
    await expect(dialog.getByRole('region', { name: 'Diagnosis' })).toContainText(/failed at step 3 of \d/)
    faulty.heal()
  })

  await test.step('the prefix is wrong, and another one answers', async () => {
    faulty.play(onlyUnder('/api/3/action'))
    await tested(dialog)
    await expect(step(dialog, 'There is no action API under /en/api/3/action')).toContainText(
      'It answers at /api/3/action of the same site.',
    )
    await dialog.getByRole('button', { name: 'Use /api/3/action' }).click()
    await expect(form.prefix).toHaveValue('/api/3/action')
    await tested(dialog)
    await expect(step(dialog, 'There is no action API')).toHaveCount(0)
    await form.prefix.fill('/en/api/3/action')
    faulty.heal()
  })

  await test.step('web pages where the API should be', async () => {
    faulty.play(loginPage)
    await tested(dialog)
    await expect(step(dialog, 'There is no action API under /en/api/3/action')).toContainText(
      'Check the base URL and the path prefix.',
    )
    faulty.heal()
    faulty.play(awayBehindProxy(502))
    await tested(dialog)
    await expect(dialog.getByRole('listitem').filter({ hasText: '502' })).toBeVisible()
    faulty.heal()
  })

  await test.step('a test of a server that is silent can be stopped', async () => {
    faulty.play(silent)
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await expect(dialog.getByRole('region', { name: 'Diagnosis' })).toContainText(/stopped after \d/)
    faulty.heal()
  })

  await test.step('SQL is off', async () => {
    faulty.play(sqlOff, { action: 'datastore_search_sql' })
    await tested(dialog)
    await expect(card(dialog)).toContainText('SQLoff')
    await expect(card(dialog)).toContainText('filters only')
    faulty.heal()
  })

  await test.step('a preflight is not answered, so a token cannot be sent', async () => {
    await form.token.fill(remote.token)
    faulty.play(noPreflight, { method: 'OPTIONS' })
    await tested(dialog)
    await expect(step(dialog, 'Requests with a token are blocked (CORS)')).toContainText(
      'The browser asks first by OPTIONS, and the answer does not allow the header Authorization for this page.',
    )
    await expect(dialog.getByRole('group', { name: 'Remedy' })).toContainText('curl -si -X OPTIONS')
    faulty.heal()
  })

  await test.step('the token is accepted, and once it has expired, it is not', async () => {
    await tested(dialog)
    await expect(step(dialog, 'The token was accepted')).toBeVisible()
    for (const expired of [expiredToken, expiredOnCkan]) {
      faulty.play(expired)
      // oxlint-disable-next-line no-await-in-loop -- one test of the connection after the other
      await tested(dialog)
      // oxlint-disable-next-line no-await-in-loop -- as above
      await expect(step(dialog, 'The token was not accepted')).toContainText(
        'It may be mistyped or expired. Many servers do not refuse a wrong token but ignore it: public tables work, private ones look missing.',
      )
      faulty.heal()
    }
  })

  await test.step('nothing was lost of the form', async () => {
    await expect(form.url).toHaveValue(faulty.origin)
    await expect(form.token).toHaveValue(remote.token)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
})

/** Runs the test of the connection to its end. */
async function tested(dialog: Locator): Promise<void> {
  const diagnosis = dialog.getByRole('region', { name: 'Diagnosis' })
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(diagnosis.getByRole('listitem').first()).toBeVisible()
  await expect(diagnosis).toHaveAttribute('aria-busy', 'false')
}

function step(dialog: Locator, title: string): Locator {
  return dialog.getByRole('listitem').filter({ hasText: title })
}

function card(dialog: Locator): Locator {
  return dialog.getByRole('region', { name: 'Capabilities' })
}

function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}
