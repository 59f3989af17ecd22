import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from './serve.ts'
import { serverSettings, shownPath } from './serverSettings.ts'

/** Runs as .build/server/server.mjs. Paths in the environment are relative to the folder that holds .build. */
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Until the administrator has decided: before, whoever could read could run SQL. */
const SQL_NEEDS_TOKEN =
  'with a token only, which is new on PostgreSQL; ROWAN_SQL=public opens it to whoever may read, as before'

// What this server makes is for its owner alone.
process.umask(0o077)

try {
  const settings = serverSettings(process.env, root)
  const served = await serve(settings)
  const lines = [
    ...(settings.page === null ? [] : [['Page', `${served.address}/`]]),
    ['API', `${served.address}${served.prefix}/`],
    ['Token', settings.tokenIsSet ? 'as set by ROWAN_TOKEN' : `${settings.token}  (for writes; new at each start)`],
    ...(settings.databaseUrl === null || settings.sqlIsSet ? [] : [['SQL', SQL_NEEDS_TOKEN]]),
    ['Data', served.place.replace(settings.dataFolder, shownPath(settings.dataFolder))],
  ]
  console.log(`\n${lines.map(([name, value]) => `  ${String(name).padEnd(6)} ${String(value)}`).join('\n')}\n`)
  if (settings.databaseUrl === null) {
    console.log('PGlite runs one statement at a time: it is for one person or a demo. For many, set DATABASE_URL.')
  }
  console.log('Rowan is ready. Press Ctrl-C to stop.')

  let ending = false
  const end = (): void => {
    if (ending) process.exit(130) // the second time: at once
    ending = true
    console.log('\nClosing the database …')
    served.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  process.on('SIGHUP', end)
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
