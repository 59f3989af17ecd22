// `npm start`: installs and builds what is missing or stale, then serves the page and the action API.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuild, hasService } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { checkNode, fail, root } from './project.mjs'

try {
  checkNode()
  await ensureDependencies()
  await ensureBuild()
  if (!hasService()) {
    throw new Error('The page is in dist/. There is no src/service here to serve it, but any web server can.')
  }
} catch (error) {
  fail(error)
}
await import(pathToFileURL(join(root, '.build', 'server', 'server.mjs')).href)
