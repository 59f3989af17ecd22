// `npm run dev`: the page by Vite's development server, the API by the built server behind it.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuild, hasService } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { checkNode, fail, root, say } from './project.mjs'

/** Paths the page requests from its own server. */
const PROXIED = ['^/([A-Za-z]{2,3}([_-]\\w+)?/)?(api|datastore/dump)/', '/settings.json']

try {
  checkNode()
  await ensureDependencies()
  const target = hasService() ? await startApi() : null
  const { createServer } = await import('vite')
  const page = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    server: {
      host: process.env.HOST ?? '127.0.0.1',
      port: Number(process.env.PORT ?? 4173),
      strictPort: true,
      proxy: target ? Object.fromEntries(PROXIED.map((path) => [path, { target, changeOrigin: false }])) : {},
    },
  })
  await page.listen()
  page.printUrls()
} catch (error) {
  fail(error)
}

function built(name) {
  return import(pathToFileURL(join(root, '.build', 'server', name)).href)
}

async function startApi() {
  await ensureBuild()
  const { serve } = await built('serve.mjs')
  const { serverSettings } = await built('serverSettings.mjs')
  const settings = serverSettings({ ...process.env, HOST: '127.0.0.1', PORT: '0' }, root)
  const served = await serve(settings)
  const end = () => void served.close().finally(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  say(`\n  API    ${served.address}${served.prefix}/\n  Token  ${settings.token}\n  Data   ${served.place}`)
  return served.address
}
