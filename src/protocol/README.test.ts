import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sources = new Map<string, string>()
let rules: ReadonlySet<string>

beforeAll(async () => {
  for (const folder of ['src', 'e2e']) {
    const names = await readdir(`${root}${folder}`, { recursive: true })
    const files = names.filter((name) => /\.(?:ts|tsx|mjs|md)$/.test(name) && !/^conformance\b/.test(name))
    await Promise.all(
      files.map(async (name) => {
        const path = `${folder}/${name}`
        if (path !== 'src/protocol/README.test.ts') sources.set(path, await readFile(`${root}${path}`, 'utf8'))
      }),
    )
  }
  const readme = sources.get('src/protocol/README.md') ?? ''
  rules = new Set([...readme.matchAll(/^- \*\*(P\d+)\*\*/gm)].map((found) => found[1] ?? ''))
})

test('every citation of a rule has its rule, and every rule is cited', () => {
  const cited = [...sources].flatMap(([path, text]) =>
    path.endsWith('.md')
      ? []
      : [...text.matchAll(/protocol\/README\.md(?:\s+\*)?\s+(P\d+)?/g)].map((found) => ({
          path,
          rule: found[1] ?? '',
        })),
  )
  expect(cited.filter(({ rule }) => !rules.has(rule))).toEqual([])
  expect([...rules].filter((rule) => !cited.some((each) => each.rule === rule))).toEqual([])
})

test('no comment cites a document that is not in the repository', () => {
  const outside = /\binterface\.md\b|\bdatastore-api\.md\b|\bCKAN behaviou?r\b/i
  expect([...sources].filter(([, text]) => outside.test(text)).map(([path]) => path)).toEqual([])
})
