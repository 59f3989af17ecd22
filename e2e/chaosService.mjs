// Kills the service or its database in the middle of a load, fills its disk, damages its folder, and looks what is there
// afterwards and what it says.
import { cpSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, faultsOf, makeTables, newAccount, readLittle, startLoad } from './chaosLoad.mjs'
import { end, mustStart, pgliteServer, postgresServer, saysDiskIsFull, startServer } from './chaosVictims.mjs'
import { damages } from './support/damages.mjs'
import { smallDisk } from './support/smallDisk.mjs'

/** Short enough for the path of a socket, and open to the user that PostgreSQL runs as. */
const FOLDERS = process.platform === 'win32' ? tmpdir() : '/tmp'

/**
 * Loads records and changes others until that many kills have hit a request under way and a batch was acknowledged; gives
 * what was counted and the faults that were found: batches that were acknowledged and are gone, and batches of which a part is there.
 * `engine` is `PGlite` (the server's process is killed) or `PostgreSQL` (the postmaster of a cluster made for this). Every
 * third is asked to end, by SIGTERM, where the others are killed.
 */
export async function chaos({ engine, kills, say = () => undefined }) {
  const folder = await mkdtemp(join(FOLDERS, 'rowan-chaos-'))
  const victim = await (engine === 'PGlite' ? pgliteServer : postgresServer)(folder)
  const account = newAccount()
  const { told } = account
  const faults = []
  let hits = 0
  let rounds = 0
  try {
    await makeTables(victim.origin)
    // Without any that was acknowledged, nothing could be missing.
    while (hits < kills || told.batches.size === 0) {
      rounds += 1
      const load = startLoad(victim.origin, account)
      await sleep(Math.random() * 600)
      const hit = load.underWay()
      await victim.kill(rounds % 3 === 0 ? 'SIGTERM' : 'SIGKILL')
      await load.end()
      await mustStart(victim)
      if (hit) hits += 1
      const found = await faultsOf(victim.origin, account)
      faults.push(...found)
      if (rounds % 10 === 0 || found.length > 0) {
        say(
          `${engine}: ${hits} of ${kills} kills in mid-batch, ${told.batches.size} batches acknowledged${found.length > 0 ? `; ${found.join('; ')}` : ''}`,
        )
      }
    }
    return { rounds, hits, acknowledged: told.batches.size, version: told.version, faults }
  } finally {
    await victim.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * Fills the disk below a load at that many random moments, and every other time kills the database then. Faults are, besides
 * those of `chaos`: an answer other than 507 or 503, a read that fails while the database runs, a start with a full disk
 * that neither works nor says why, and a write that fails once there is room. Null if this machine has no small disks.
 */
export async function chaosDisk({ engine, moments, say = () => undefined }) {
  const folder = await mkdtemp(join(FOLDERS, 'rowan-chaos-'))
  const place = join(folder, 'disk')
  mkdirSync(place)
  const disk = await smallDisk(place, DISK_MB)
  if (disk === null) {
    await rm(folder, { recursive: true })
    return null
  }
  const account = newAccount()
  const counts = { moments: 0, reads: 0, explained: 0, outOfReach: 0, acknowledged: 0, faults: [] }
  let victim = null
  const fault = (words) => {
    counts.faults.push(words)
    say(`${engine}: ${words}\n${victim?.log() ?? ''}`)
  }
  try {
    victim = await (engine === 'PGlite' ? pgliteServer(place, disk) : postgresServer(folder, disk))
    await makeTables(victim.origin)
    for (; counts.moments < moments; counts.moments += 1) {
      const load = startLoad(victim.origin, account)
      await sleep(Math.random() * 600)
      disk.fill(LEFT[counts.moments % LEFT.length])
      for (const words of await load.end())
        if (!/answered (507|503)/.test(words)) fault(`A write with a full disk: ${words}`)
      disk.fill()
      let isUp = true
      if (counts.moments % 2 === 1) {
        await victim.kill('SIGKILL')
        const said = await victim.start()
        isUp = said === null
        if (said !== null && saysDiskIsFull(said)) counts.explained += 1
        else if (said !== null) fault(`A start with a full disk: ${said}`)
      }
      if (isUp) {
        const failure = await readLittle(victim.origin).then(
          () => null,
          (error) => error,
        )
        // After a restart PostgreSQL begins no session on a full disk, and when it can't write its log it ends.
        isUp = failure === null || !(/answered 503/.test(failure.message) || (await victim.hasEnded()))
        if (isUp && failure !== null) fault(`A read with a full disk: ${failure.message}`)
        counts[isUp ? 'reads' : 'outOfReach'] += 1
      }
      disk.empty()
      if (!isUp) {
        await victim.kill('SIGKILL')
        await mustStart(victim)
      }
      await writesAgain(victim.origin).catch((error) => fault(`With room again: ${error.message}`))
      for (const words of await faultsOf(victim.origin, account)) fault(words)
    }
    return { ...counts, acknowledged: account.told.batches.size }
  } finally {
    await victim?.stop()
    await disk.remove()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Room for the records of 20 moments and more, and for sorting them. */
const DISK_MB = 500

/** What a filled disk has left, in bytes: nothing, and what the next writes use up. */
const LEFT = [0, 300_000, 2_000_000, 20_000_000]

/** Resolves once a write is stored. The service looks for room once a second. */
async function writesAgain(origin) {
  const begun = Date.now()
  for (;;) {
    try {
      return await call(origin, 'datastore_create', {
        resource_id: 'again',
        force: true,
        fields: [{ id: 'a', type: 'int' }],
      })
    } catch (error) {
      if (Date.now() - begun > 10_000) throw error
      await sleep(100)
    }
  }
}

/**
 * Damages the folder of a PGlite that holds records in each of the ways there are, and starts a server on it. A fault is one
 * that starts, or that ends without the words for what is wrong.
 */
export async function chaosFolders({ say = () => undefined } = {}) {
  const folder = await mkdtemp(join(FOLDERS, 'rowan-chaos-'))
  const whole = join(folder, 'whole')
  const faults = []
  try {
    mkdirSync(whole)
    const victim = await pgliteServer(whole)
    await makeTables(victim.origin)
    await victim.kill('SIGTERM')
    for (const [place, damage] of damages.entries()) {
      const data = join(folder, String(place))
      cpSync(join(whole, 'data'), data, { recursive: true })
      damage.do(join(data, 'pglite'))
      const { server, said } = await startServer(0, { ROWAN_DATA: data, DATABASE_URL: undefined })
      await end(server, 'SIGKILL')
      if (server !== null || !said.includes(damage.words)) {
        faults.push(damage.name)
        say(`A folder with ${damage.name}: ${said}`)
      }
      await rm(data, { recursive: true })
    }
    return { damages: damages.length, faults }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
