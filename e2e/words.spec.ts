import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import type { Page, Response } from 'playwright/test'
import { nextFrame } from './explorer.ts'
import { BIRD_STRIKES, expect, FIELD_PROGRAMMES, test } from './fixtures.ts'
import { startServer } from './server.mjs'
import { startStaticServer } from './staticServer.mjs'
import { walk } from './support/walk.ts'
import { findings, textsOnScreen, type Known } from './support/wordsOnScreen.ts'
import { TOKEN_MARK } from './tokenWatch.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, '.build', 'pseudo')
const ENGINE = join(ROOT, 'dist', 'engine')

/** Findings are written to this file; without it there must be none. */
const REPORT = process.env['ROWAN_WORDS_REPORT']
/** The screens of the page's own PostgreSQL take its files from the last build. */
const hasEngine = existsSync(ENGINE)

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

// Both walks go through one build; that at 1440 px sees each screen narrow as well.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  test.setTimeout(300_000)
  if (process.env['ROWAN_PSEUDO_BUILT'] === '1' && existsSync(FOLDER)) return
  const before = process.env['ROWAN_LANGUAGE']
  process.env['ROWAN_LANGUAGE'] = 'pseudo'
  try {
    await build({
      root: ROOT,
      configFile: join(ROOT, 'vite.config.ts'),
      logLevel: 'warn',
      define: { ENGINE_FILES: hasEngine ? readFileSync(join(ENGINE, 'files.json'), 'utf8') : 'null' },
      // Names of classes say in a report where a text stands.
      build: {
        outDir: FOLDER,
        emptyOutDir: true,
        minify: false,
        reportCompressedSize: false,
        chunkSizeWarningLimit: 1e4,
      },
    })
  } finally {
    if (before === undefined) delete process.env['ROWAN_LANGUAGE']
    else process.env['ROWAN_LANGUAGE'] = before
  }
  if (hasEngine) await cp(ENGINE, join(FOLDER, 'engine'), { recursive: true })
})

for (const size of [WIDE, PHONE]) {
  test(
    `in another language no English is left and no word is cut, ${size.width} px wide`,
    { tag: '@long' },
    async ({ page, guard, faulty, remote }) => {
      test.setTimeout(600_000)
      // What the walk does to the network, and to the page that is to fail.
      guard.expectConsole(/Failed to load resource|ERR_|CORS|Error: Walk|The above error occurred/)
      const server = await startServer({ token: `${TOKEN_MARK}of-the-walk`, page: FOLDER })
      const host = await startStaticServer({ folder: FOLDER })
      for (const origin of [server.origin, host.origin, host.origin.replace('127.0.0.1', 'localhost')])
        guard.allow(origin)
      page.setDefaultTimeout(REPORT === undefined ? 60_000 : 12000)
      const known = knownData(page)
      for (const table of [FIELD_PROGRAMMES, BIRD_STRIKES]) {
        known.add(await remote.call('datastore_search', { resource_id: table, limit: 100 }))
      }
      const lines: string[] = []
      const told = new Set<string>()
      const look = async (screen: string) => {
        const fresh = findings(await page.evaluate(textsOnScreen), await known.all()).filter(
          (line) => !told.has(line) && told.add(line),
        )
        if (fresh.length > 0) lines.push(`\n${screen}`, ...fresh.map((line) => `  ${line}`))
      }
      try {
        await page.setViewportSize(size)
        const grounds = {
          page,
          own: server.origin,
          host: hasEngine ? host.url.replace(/\/$/, '') : null,
          token: remote.token,
          faulty,
        }
        const missed = await walk(grounds, async (screen) => {
          await look(screen)
          if (size !== WIDE) return
          await page.setViewportSize(PHONE)
          await nextFrame(page)
          await look(`${screen}, at ${PHONE.width} px`)
          await page.setViewportSize(WIDE)
        })
        lines.push(...missed.map((screen) => `\nNot reached: ${screen}`))
      } finally {
        await host.stop()
        await server.stop()
      }
      if (REPORT === undefined) expect(lines.join('\n')).toBe('')
      else writeFileSync(REPORT, `\n== ${size.width} px ==\n${lines.join('\n')}\n`, { flag: 'a' })
    },
  )
}

test(
  'the walk sees words that are English, cut, outside the page, or beyond the edge of their button',
  { tag: '@long' },
  async ({ page }) => {
    await page.setContent(`
    <p>Plain English</p>
    <p>Đöñé·éïwalk.csv</p>
    <p>Đöñé·éï English</p>
    <p>A datum</p>
    <p style="inline-size: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Ŕéçöŕđš ɱàţçħïñğ</p>
    <p style="inline-size: 60px; overflow: hidden"><b style="white-space: nowrap">Ŕéçöŕđš ɱàţçħïñğ àĺĺ</b></p>
    <p style="inline-size: 60px; overflow: auto"><b style="white-space: nowrap">Ŕéçöŕđš ţħàţ šçŕöĺĺ</b></p>
    <p style="block-size: 20px; inline-size: 60px; overflow: hidden">Ñöţ öñé ĺïñé ƀüţ ɱàñý</p>
    <p style="position: absolute; inset-inline-start: 99%; white-space: nowrap">Öüţšïđé</p>
    <button style="inline-size: 40px; white-space: nowrap; padding: 0">Ŕüñ ţħé qüéŕý</button>
    <input placeholder="Šéàŕçħ ŕéçöŕđš" style="inline-size: 50px">
    <p title="A datum" style="inline-size: 20px; overflow: hidden; white-space: nowrap">A datum</p>`)
    const known = { data: new Set(['A datum']), names: ['walk.csv'] }
    const found = findings(await page.evaluate(textsOnScreen), known).map((line) => line.replace(/\s+\(.*/, ''))
    expect(found.toSorted()).toEqual(
      [
        '“Plain” in “Plain English”',
        '“English” in “Đöñé·éï English”',
        'CUT “Ŕéçöŕđš ɱàţçħïñğ”',
        'CUT “Ŕéçöŕđš ɱàţçħïñğ àĺĺ”',
        'CUT “Ñöţ öñé ĺïñé ƀüţ ɱàñý”',
        'OUTSIDE “Öüţšïđé”',
        'SPILLS “Ŕüñ ţħé qüéŕý”',
        'CUT “Šéàŕçħ ŕéçöŕđš”',
      ].toSorted(),
    )
  },
)

/** Names that the walk gives, and one that the server has. */
const GIVEN =
  'This server,Walk,walk,walk.csv,long.csv,long,walk.tar.gz,walk.json,no,name,level,bad,zzzz,zzzzqq,%zz,nonsense,active,closed'.split(
    ',',
  )

/** The parts of the walk's damaged link that say nothing, as the page quotes them. */
const UNREADABLE = ['v=9', 'filter=[', 'limit=x']

/** The files that are saved of a damaged store. */
const TODAY = new Date().toISOString().slice(0, 10)
const SAVED = [`rowan-saved-tables-${TODAY}.tar.gz`, `rowan-stored-files-${TODAY}.tar`]

/** Collects the texts of all answers that the page gets, and the names that its sentences contain. */
function knownData(page: Page) {
  const data = new Set(GIVEN)
  const names = new Set([...GIVEN, ...SAVED, ...UNREADABLE, 'There is no such page or file here.'])
  const reading: Promise<void>[] = []
  const add = (value: unknown, isError = false): void => {
    if (typeof value === 'string') {
      data.add(value.trim())
      if (isError) names.add(value)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        data.add(key)
        if (key === 'fields' && Array.isArray(member)) for (const field of member) addName(field)
        add(member, isError || key === 'error')
      }
    }
  }
  const addName = (field: unknown) => {
    if (typeof field === 'object' && field !== null && 'id' in field && typeof field.id === 'string')
      names.add(field.id)
  }
  page.on('response', (response: Response) => {
    if (!/\/api\/|settings\.json/.test(response.url())) return
    reading.push(response.json().then(add, () => undefined))
  })
  return {
    add,
    async all(): Promise<Known> {
      await Promise.race([Promise.all(reading.splice(0)), new Promise((done) => setTimeout(done, 500))])
      return { data, names: [...names].toSorted((a, b) => b.length - a.length) }
    },
  }
}
