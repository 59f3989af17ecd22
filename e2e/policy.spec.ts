import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { contentSecurityPolicy } from '../src/protocol/contentSecurityPolicy.ts'
import { deployPage } from './deployedPage.ts'
import { expectRecords, firstCell, gotoKnown, openSql, runSql } from './explorer.ts'
import { expect, test } from './fixtures.ts'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))

test('the policy says what it has to say', () => {
  expect(contentSecurityPolicy).not.toContain("'unsafe-eval'")
  expect(contentSecurityPolicy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=' 'wasm-unsafe-eval'(;|$)/)
  expect(contentSecurityPolicy).toMatch(/connect-src http: https: blob: 'self'(;|$)/)
})

test('the policy is sent with every file and is in the page', async ({ rowan }) => {
  const entries = await readdir(DIST, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(DIST, `${entry.parentPath}${sep}${entry.name}`).split(sep).join('/'))
  expect(files.some((file) => /worker/i.test(file))).toBe(true)
  for (const path of ['', 'settings.json', 'no-such-file', ...files]) {
    const response = await fetch(`${rowan.origin}/${path}`)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy, path).toContain(contentSecurityPolicy)
    const body = await response.text()
    if (path === '') expect(body).toMatch(/<meta http-equiv="Content-Security-Policy" content="[^"]*script-src/)
  }
})

test('the policy allows the one script that is in the page itself, by its digest', async () => {
  const page = await readFile(`${DIST}/index.html`, 'utf8')
  const texts = [...page.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)].map(([, text]) => text ?? '')
  expect(texts).toHaveLength(1)
  for (const text of texts) expect(contentSecurityPolicy).toContain(createHash('sha256').update(text).digest('base64'))
})

test('eval is refused, and text as markup, script or the address of one', async ({ page, rowan, guard }) => {
  guard.expectConsole(/eval|inline script|Trusted/i)
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()
  const outcome = await page.evaluate(
    () =>
      new Promise<{ evaluated: string; refused: string[] }>((resolve) => {
        // In a task of its own: what runs inside `evaluate` itself is exempt from the policy.
        setTimeout(() => {
          let evaluated = 'ran'
          try {
            // oxlint-disable-next-line no-eval -- that it is refused is the test
            globalThis.eval('1 + 1')
          } catch (error) {
            evaluated = error instanceof Error ? error.name : String(error)
          }
          const sinks: Record<string, () => void> = {
            markup: () => {
              document.createElement('div').innerHTML = '<img src="x" onerror="alert(1)">'
            },
            script: () => {
              document.createElement('script').textContent = 'alert(1)'
            },
            source: () => {
              document.createElement('script').src = '/early.js'
            },
            worker: () => new Worker('/early.js').terminate(),
            policy: () => {
              window.trustedTypes?.createPolicy('another', {})
            },
          }
          const refused = Object.keys(sinks).filter((name) => {
            try {
              sinks[name]?.()
              return false
            } catch (error) {
              return error instanceof TypeError
            }
          })
          resolve({ evaluated, refused })
        }, 0)
      }),
  )
  expect(outcome).toEqual({
    evaluated: 'EvalError',
    refused: ['markup', 'script', 'source', 'worker', 'policy'],
  })
})

test('filter and SQL mode violate nothing and ask no other host', async ({ page, rowan }) => {
  const violations: string[] = []
  await page.exposeFunction('violated', (what: string) => violations.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      Reflect.get(window, 'violated')(`${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()
  await openSql(page)
  await runSql(page, 'SELECT * FROM {table} LIMIT 4')
  await expectRecords(page, 4)
  expect(violations).toEqual([])
})

test('a host whose own policy forbids other servers is named as the reason, not the server', async ({
  page,
  rowan,
  guard,
}) => {
  guard.expectConsole(/Content Security Policy|Content-Security-Policy/)
  await page.route(`${rowan.origin}/`, async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'content-security-policy': "connect-src 'self'" }
    await route.fulfill({ response, headers })
  })
  await gotoKnown(page, rowan.origin, { name: 'Portal', baseUrl: 'http://portal.example' }, 'table=gauges')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert.locator('b')).toHaveText("The site that this page comes from doesn't let it ask portal.example.")
  await expect(alert.locator('p')).toHaveText(
    'Whoever publishes this page can allow it: Content-Security-Policy, connect-src http: https:.',
  )
})

test('a host whose own policy forbids workers or WebAssembly is named as the reason that This browser does not start', async ({
  page,
  guard,
}) => {
  guard.expectConsole(/Content Security Policy|Content-Security-Policy|WebAssembly/)
  const cases = [
    {
      policy: "worker-src 'none'",
      what: "The site that this page comes from doesn't let it start workers, and PostgreSQL in this browser runs in one.",
      remedy: "worker-src 'self'",
    },
    {
      policy: "script-src 'self' 'unsafe-inline'",
      what: "The site that this page comes from doesn't let it run WebAssembly, and PostgreSQL in this browser is a WebAssembly program.",
      remedy: "script-src 'self' 'wasm-unsafe-eval'",
    },
  ]
  for (const { policy, what, remedy } of cases) {
    const host = await deployPage([], { 'content-security-policy': policy })
    guard.allow(host.origin)
    await page.goto(host.url)
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert.locator('b')).toHaveText(what)
    await expect(alert.locator('p')).toHaveText(
      `Whoever publishes this page can allow it: Content-Security-Policy, ${remedy}. Other instances work as before.`,
    )
    // What loads meanwhile shall not miss the host.
    await page.goto('about:blank')
    await host.stop()
  }
})

test('a page that is opened from a disk says that it needs a web server', async ({ page, guard }) => {
  guard.expectConsole(/URL scheme "file"|blocked by CORS policy|net::ERR_FAILED|preloaded using link preload/)
  // The origin of every file.
  guard.allow('null')
  await page.goto(pathToFileURL(`${DIST}/index.html`).href)
  await expect(page.getByRole('main')).toHaveText(
    'Rowan This page was opened from a disk, and browsers run it only from a web server. Publish its folder on any web server, or run npm start where the program is.',
    { useInnerText: true },
  )
})
