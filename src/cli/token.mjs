// `npm run token`: makes, lists and revokes the tokens of the server.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuild, hasService } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { checkNode, fail, root } from './project.mjs'

try {
  checkNode()
  await ensureDependencies()
  await ensureBuild()
  if (!hasService()) throw new Error('There is no src/service here, so there is no server with tokens.')
} catch (error) {
  fail(error)
}
await import(pathToFileURL(join(root, '.build', 'server', 'token.mjs')).href)
