import { createReadStream, existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin, ViteDevServer } from 'vite'
import { defineConfig } from 'vitest/config'
import { contentSecurityPolicy } from './src/protocol/contentSecurityPolicy.ts'

/** Writes the policy into the built page, for hosts that send no headers (dev needs inline scripts, so not there). */
const policyTag = {
  name: 'rowan-policy-tag',
  apply: 'build' as const,
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
      injectTo: 'head-prepend' as const,
    },
  ],
}

/** The page has a PostgreSQL of its own where the service is there and `EMBEDDED=0` does not leave it out. */
const isEmbedded = process.env['EMBEDDED'] !== '0' && existsSync(join(import.meta.dirname, 'src/service/worker.ts'))

/** Puts the module that opens no engine in the place of the one that does, so that nothing of it gets into the page. */
const engineOrNot = {
  name: 'rowan-engine-or-not',
  enforce: 'pre' as const,
  resolveId: (source: string) =>
    !isEmbedded && basename(source) === 'startWorker.ts'
      ? join(import.meta.dirname, 'src/embedded/startNoWorker.ts')
      : undefined,
}

/** Keeps Vite from putting PGlite's files beside the worker: they are loaded from `engine/`, packed by the build. */
const noEngineAssets = {
  name: 'rowan-no-engine-assets',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    id.includes('@electric-sql/pglite')
      ? {
          code: code.replaceAll(/new URL\("[\w./-]+\.(?:wasm|data)",\s*import\.meta\.url\)/g, 'new URL("about:blank")'),
          map: null,
        }
      : undefined,
}

/**
 * What the build remarks about two packages of the engine, each time: they use `eval`, and modules of Node in branches that
 * a browser never comes to. The page's policy refuses `eval`, which is tested.
 */
const knownRemarks: Plugin = {
  name: 'rowan-known-remarks',
  onLog: (_level, { code, message }) =>
    /@electric-sql\/pglite|libpg-query/.test(message) && (code === 'EVAL' || message.includes('has been externalized'))
      ? false
      : undefined,
}

/** In development the engine's files are those of the last build. */
const engineFiles = {
  name: 'rowan-engine-files',
  apply: 'serve' as const,
  configureServer(server: ViteDevServer) {
    server.middlewares.use('/engine', (request, response, next) => {
      const file = join(import.meta.dirname, 'dist/engine', basename((request.url ?? '').replace(/\?.*$/, '')))
      if (!existsSync(file)) next()
      else createReadStream(file).pipe(response)
    })
  },
}

/**
 * Puts the program and the style before the blocking script of the theme, or the browser would ask for them only when
 * that one has come: a round trip more before the first rows.
 */
const programFirst: Plugin = {
  name: 'rowan-program-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace(THEME, '').replace('</head>', `${THEME}\n  </head>`),
  },
}

const THEME = '<script src="./theme.js"></script>'

export default defineConfig({
  base: './',
  plugins: [react(), policyTag, programFirst, engineOrNot, engineFiles],
  worker: { format: 'es', plugins: () => [noEngineAssets, knownRemarks] },
  build: { assetsInlineLimit: 0, target: 'baseline-widely-available' },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    // One process less than there are cores unless said: on two cores a single one.
    maxWorkers: '100%',
    hookTimeout: 60_000,
    // A second, which is usual, is short on a machine that has other work.
    expect: { poll: { timeout: 30_000 } },
  },
})
