// The attacker, in its own process: repeats attacks until it is told to leave. As it would be on another machine, it
// runs only when nobody else wants the processor.
import { setMaxListeners } from 'node:events'
import { Agent } from 'node:http'
import { getPriority, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ATTACKS } from './attacks.mjs'
import { readyToSend, send } from './send.mjs'

/** Linux answers to all of 127/8: so each attack comes from another client than the reader, and than those before, unless it is near. */
const addressOf = (attack) => `127.0.1.${ATTACKS.indexOf(attack) + 1}`

setPriority(Math.min(19, getPriority() + 10))

process.once('message', async ({ origin, names, isNear }) => {
  const attacks = ATTACKS.filter(({ name }) => names.includes(name))
  const prepared = new Map(
    attacks.map((attack) => [
      attack,
      Array.from({ length: attack.variants ?? 3 }, (_, n) => readyToSend(attack.request(n))),
    ]),
  )
  const leaving = new AbortController()
  setMaxListeners(0, leaving.signal)
  const statuses = {}
  const faults = new Set()
  process.once('message', () => leaving.abort())
  process.send('ready')
  await Promise.all(
    attacks.flatMap((attack) =>
      Array.from({ length: attack.clients ?? 10 }, async (_, at) => {
        const agent = new Agent({ keepAlive: true, ...(isNear ? {} : { localAddress: addressOf(attack) }) })
        const requests = prepared.get(attack)
        for (let n = at; !leaving.signal.aborted; n += 1) {
          const answer = await send(origin, requests[n % requests.length], { agent, signal: leaving.signal }).catch(
            (error) => ({ status: leaving.signal.aborted ? 'left' : (error.code ?? 'broken'), text: '' }),
          )
          if (answer.status === 500) faults.add(`attacker: 500 ${answer.text.slice(0, 200)}`)
          statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
          if (answer.status !== 200) await sleep(20)
        }
        agent.destroy()
      }),
    ),
  )
  process.send({ statuses, faults: [...faults] }, () => process.exit(0))
})
