import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverSettings, shownPath } from '../serverSettings.ts'
import { addToken, readTokens, revokeToken } from './tokenFile.ts'

/** Runs as .build/server/token.mjs, with the same environment as server.mjs. */
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const USAGE = `npm run token -- add NAME [--read]   makes a token that may write (or only read) and shows it once
npm run token -- list                lists names, rights and dates
npm run token -- revoke NAME         removes a token; a running server refuses it within a second`

try {
  const { tokenFile } = serverSettings(process.env, root)
  const [command = 'list', ...rest] = process.argv.slice(2)
  const name = rest.filter((word) => !word.startsWith('--')).join(' ')
  const options = rest.filter((word) => word.startsWith('--'))
  if (options.some((option) => option !== '--read' && option !== '--write')) throw new Error(USAGE)
  if (command === 'add' && name !== '') {
    const right = options.includes('--read') ? 'read' : 'write'
    const token = await addToken(tokenFile, name, right)
    console.log(
      `\n  ${token}\n\nThis token may ${right === 'read' ? 'read' : 'read and write'}. It won't be shown again.`,
    )
    console.log(`Its digest is stored in ${shownPath(tokenFile)} under the name ${name}.`)
  } else if (command === 'revoke' && name !== '') {
    await revokeToken(tokenFile, name)
    console.log(`The token named ${name} is revoked.`)
  } else if (command === 'list' && name === '') {
    const tokens = await readTokens(tokenFile)
    if (tokens.length === 0) console.log(`There are no tokens in ${shownPath(tokenFile)}.\n\n${USAGE}`)
    for (const kept of tokens) console.log(`${kept.made}  ${kept.right.padEnd(5)}  ${kept.name}`)
  } else throw new Error(USAGE)
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
