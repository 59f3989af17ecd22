import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contentSecurityPolicy } from '../src/protocol/contentSecurityPolicy.ts'
import { expectRecords, firstCell, openSql, runSql } from './explorer.ts'
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
