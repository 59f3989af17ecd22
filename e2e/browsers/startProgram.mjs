import { spawn } from 'node:child_process'

/**
 * Starts a program and waits until it has written what `ready` matches, if that is given; `output` is the stream that says
 * it (2: stderr).
 * Gives the match and `stop`, which ends the program and waits for its end.
 */
export async function startProgram(path, parameters, { ready = null, output = 2, env = {} }) {
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe']
  const child = spawn(path, parameters, { stdio, env: { ...process.env, ...env } })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let said = ''
  const match = await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${path} is not ready after ${READY_MS} ms: ${said}`)), READY_MS)
    for (const at of [1, 2, 3]) {
      child.stdio[at].on('data', (chunk) => {
        if (at !== output) return
        said += String(chunk)
        const found = ready?.exec(said)
        if (!found) return
        clearTimeout(late)
        resolve(found)
      })
    }
    if (!ready) child.once('spawn', () => (clearTimeout(late), resolve(null)))
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`${path} ended with ${code}: ${said}`)))
  }).catch((error) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    match,
    async stop() {
      child.kill('SIGTERM')
      const hard = setTimeout(() => child.kill('SIGKILL'), 5000)
      await ended
      clearTimeout(hard)
    },
  }
}

/** For a machine with much else to do. */
const READY_MS = 60_000
