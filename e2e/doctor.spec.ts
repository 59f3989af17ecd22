import type { Locator, Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { diagnosisSteps, openConnection, testConnection, unfold } from './explorer.ts'
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

/** What the steps say, one line for each. */
const HOST = ['The address is well formed', /^The host answers[\d,]+ ms$/] as const
const READ = [...HOST, 'The browser may read the answersimple'] as const
const SERVICE = [/^The service is Rowan \d\.\d\.\d$/] as const
const NOBODY = 'No tokenpublic tables need none'
const ASKED = /^Asked what it can do[\d,]+ ms$/
const LEFT = ['Service and version', 'Token accepted', 'SQL, range filters, row cap'].map(
  (title) => `${title}not reached`,
)

test(
  'Test connection ends at the cause, with the line for the administrator',
  { tag: '@long' },
  async ({ page, context, rowan, remote, faulty, guard }) => {
    guard.expectConsole(/Failed to load resource|blocked by CORS policy/)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(rowan.origin)
    const dialog = await openConnection(page)
    const form = {
      url: dialog.getByRole('textbox', { name: 'Address of the portal' }),
      prefix: dialog.getByRole('textbox', { name: 'Path prefix' }),
      token: dialog.getByLabel('API token', { exact: true }),
    }
    await form.url.fill(faulty.origin)
    await unfold(dialog, 'Advanced')

    await test.step('a server that is as it should be', async () => {
      await testConnection(dialog)
      await expect(diagnosisSteps(dialog)).toHaveText([...READ, ...SERVICE, NOBODY, ASKED])
      await expect(card(dialog)).toHaveText(
        /^CapabilitiesSQL and filtersVersionRowan \d\.\d\.\dRow cap32,000SQLonRange filterson.*Totalsexact.*Keyset pagingby _id.*Tables\d+.*Writingneeds a token.*Reached at \d\d:\d\d$/,
      )
    })

    await test.step('no other origin may read', async () => {
      faulty.play(closedToOrigins)
      faulty.play(closedToOrigins, { method: 'OPTIONS' })
      await testConnection(dialog)
      await expect(diagnosisSteps(dialog)).toHaveText([
        ...HOST,
        /^Failed: The browser may not read the answer \(CORS\)The server replied, but without an Access-Control-Allow-Origin header for this page\. Only its administrator can change that\. If the server needs an API token, test with it first: what the page cannot read may be a refusal\.$/,
        ...LEFT,
      ])
      const remedy = dialog.getByRole('group', { name: 'Remedy' })
      await expect(remedy.locator('p')).toHaveText([
        "Ask the portal's administrator to add this to ckan.ini. It takes effect when the service restarts:",
        'To check it, with the Origin header that a browser sends:',
      ])
      await expect(remedy.locator('code')).toHaveText([
        `ckan.cors.origin_whitelist = ${rowan.origin}`,
        `curl -sI -H 'Origin: ${rowan.origin}' \\ '${faulty.origin}/api/3/action/status_show'`,
      ])
      await remedy.getByRole('button', { name: 'Copy' }).first().click()
      await expect.poll(() => clipboard(page)).toBe(`ckan.cors.origin_whitelist = ${rowan.origin}`)
      await expect(outcome(dialog)).toHaveText('failed at step 3 of 6')
      await expect(card(dialog)).toHaveText(/^Capabilitiesnot reached/)
      await expect(dialog.getByText('It stays marked as not reached.')).toBeVisible()
      faulty.heal()
    })

    await test.step('the prefix is wrong, and another one answers', async () => {
      faulty.play(onlyUnder('/api/3/action'))
      await testConnection(dialog)
      await expect(diagnosisSteps(dialog)).toHaveText([
        ...HOST,
        'The browser may read the answerunder another prefix',
        'Failed: There is no action API under /en/api/3/actionIt answers at /api/3/action on the same site.',
        ...LEFT.slice(1),
      ])
      await expectAccessibleInBothThemes(page, 'a prefix that is wrong')
      await dialog.getByRole('button', { name: 'Use /api/3/action' }).click()
      await expect(form.prefix).toHaveValue('/api/3/action')
      await unfold(dialog, 'What was tried')
      await expect(outcome(dialog)).toHaveText(/^6 of 6, [\d.]+ s$/)
      await form.prefix.fill('/en/api/3/action')
      faulty.heal()
    })

    await test.step('web pages where the API should be', async () => {
      for (const [fault, what] of [
        [
          loginPage,
          'The server answered 200 with a web page instead of an API answer. It may be a login page, or the path prefix is wrong: open the address in a tab to see it. Check the address and the path prefix.',
        ],
        [
          awayBehindProxy(502),
          "The server, or a proxy in front of it, can't answer for now (502). Try again in a moment. Check the address and the path prefix.",
        ],
      ] as const) {
        faulty.play(fault)
        await testConnection(dialog)
        await expect(diagnosisSteps(dialog)).toHaveText([
          ...READ,
          `Failed: There is no action API under /en/api/3/action${what} If this service lists no tables, enter the address of one of them.`,
          ...LEFT.slice(1),
        ])
        faulty.heal()
      }
    })

    await test.step('a test of a server that is silent can be stopped', async () => {
      faulty.play(silent)
      await dialog.getByRole('button', { name: 'Test again' }).click()
      await dialog.getByRole('button', { name: 'Stop' }).click()
      await expect(dialog.getByText('Stopped. Nothing was saved.')).toBeVisible()
      faulty.heal()
    })

    await test.step('SQL is off', async () => {
      faulty.play(sqlOff, { action: 'datastore_search_sql' })
      await testConnection(dialog)
      await expect(card(dialog)).toHaveText(
        /^Capabilitiesfilters onlyVersionRowan \d\.\d\.\dRow cap32,000SQLoffRange filterson.*Totalsexact.*Keyset pagingby _id.*Tables\d+.*Writingneeds a token.*Reached at \d\d:\d\d$/,
      )
      faulty.heal()
    })

    await test.step('a preflight is not answered, so a token cannot be sent', async () => {
      await form.token.fill(remote.token)
      faulty.play(noPreflight, { method: 'OPTIONS' })
      await testConnection(dialog)
      await expect(diagnosisSteps(dialog)).toHaveText([
        ...HOST,
        /^Failed: Requests with a token are blocked \(CORS\)simple ones are notThe browser asks first with OPTIONS, and the answer does not allow the header Authorization for this page\. Without a token, public tables work\. Only the administrator can change the rest\./,
        ...SERVICE,
        'Tokennot sent',
        ASKED,
      ])
      await expect(dialog.getByRole('group', { name: 'Remedy' }).locator('code').last()).toHaveText(
        `curl -si -X OPTIONS -H 'Origin: ${rowan.origin}' \\ -H 'Access-Control-Request-Method: POST' \\ -H 'Access-Control-Request-Headers: authorization,content-type' \\ '${faulty.origin}/api/3/action/status_show'`,
      )
      await expect(dialog.getByRole('button', { name: 'Save anyway' })).toBeVisible()
      await expectAccessibleInBothThemes(page, 'a token that is blocked, and the card')
      faulty.heal()
    })

    await test.step('the token is accepted, and once it has expired, it is not', async () => {
      await testConnection(dialog)
      await expect(diagnosisSteps(dialog).nth(4)).toHaveText('The token was accepted')
      for (const expired of [expiredToken, expiredOnCkan]) {
        faulty.play(expired)
        await testConnection(dialog)
        await expect(diagnosisSteps(dialog).nth(4)).toHaveText(
          'Warning: The token was not acceptedread as anonymousIt may be mistyped or expired. Many servers ignore a wrong token instead of refusing it: public tables work, private ones look missing.',
        )
        faulty.heal()
      }
    })

    await test.step('nothing was lost of the form', async () => {
      await expect(form.url).toHaveValue(faulty.origin)
      await expect(form.token).toHaveValue(remote.token)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    })
  },
)

/** The words beside the heading: how far the test has come, or where it ended. */
function outcome(dialog: Locator): Locator {
  return dialog.getByRole('region', { name: 'Diagnosis' }).getByRole('status').first()
}

function card(dialog: Locator): Locator {
  return dialog.getByRole('region', { name: 'Capabilities' })
}

function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}
