import { START_MS } from './person.mjs'

/** The id of the sample's table; its name is field_programmes. */
const FIELD_PROGRAMMES = 'f1e1d9a0-5c7e-4b1a-8d3f-2a6b9c0e7d02'

const READINGS = 'site,level\na,1.50\nb,2.25\nc,3.00\n'

/** How long a device may take to keep all files for use without a network. */
const KEPT_MS = 120_000

/**
 * What is done in each browser, in this order in one profile; each throws, or gives a word about how it went. `isShort`:
 * in `npm test`, too. They work on `tab`, and `person` at it, at a page on the plain host `host`; `service` is another origin.
 */
export const steps = [
  {
    name: 'connects by a link, with a token, and shows the rows',
    isShort: true,
    async run({ tab, person, host, service, ask }) {
      await tab.goTo(`${host.url}#v=1&base=${service.origin}&table=${FIELD_PROGRAMMES}`)
      const within = ['dialog', 'Connection']
      await person.fill('textbox', 'API token', service.token, { within })
      await person.press('button', 'Save and connect', { within })
      const { total } = await ask('datastore_search', { resource_id: FIELD_PROGRAMMES, limit: 0 })
      await person.seeRecords(total)
    },
  },
  {
    name: 'searches and filters',
    isShort: true,
    async run({ person, ask }) {
      await person.fill('searchbox', 'Search records', 'sediment')
      const words = { resource_id: FIELD_PROGRAMMES, q: 'sediment', limit: 0 }
      // The best matches come as one page.
      await person.seeRecords(Math.min((await ask('datastore_search', words)).total, 200))
      await person.press('button', 'Add filter')
      await person.fill('combobox', 'Column or condition', 'subject')
      await person.press('option', /^subject/)
      const within = ['dialog', 'Filter on subject']
      await person.fill('searchbox', 'Find a value', 'watershed', { within })
      await person.press('checkbox', /^watershed\b/, { within })
      await person.escape()
      const narrowed = await ask('datastore_search', { ...words, filters: { subject: 'watershed' } })
      await person.seeRecords(Math.min(narrowed.total, 200))
    },
  },
  {
    name: 'answers SQL',
    isShort: true,
    async run({ person, ask }) {
      const { total } = await ask('datastore_search', { resource_id: FIELD_PROGRAMMES, limit: 0 })
      await person.runSql('SELECT count(*) + 1000000 AS many FROM field_programmes')
      await person.seeRecords(1)
      await person.see('gridcell', String(total + 1_000_000))
    },
  },
  {
    name: 'makes a table from a CSV and changes a record',
    async run({ person, ask, browserName }) {
      // The browsers share the service.
      const table = `readings_${browserName.toLowerCase()}`
      await makeTable(person, table)
      await person.seeRecords(3)
      await changeFirst(person, 'level', '10.125')
      const { records } = await ask('datastore_search', { resource_id: table, filters: { site: 'a' } })
      if (Number(records[0]?.level) !== 10.125) throw new Error(`stored is ${JSON.stringify(records)}`)
    },
  },
  {
    name: 'This browser starts',
    isShort: true,
    async run({ person }) {
      await person.press('combobox', 'Instance')
      await person.press('option', /^This browser/)
      await person.seeRecords(3000, START_MS)
    },
  },
  {
    name: 'This browser keeps a table over a reload',
    async run({ tab, person }) {
      await makeTable(person, 'kept')
      await person.seeRecords(3)
      await changeFirst(person, 'level', '10.125')
      await tab.reload()
      await person.seeRecords(3, START_MS)
      await person.see('gridcell', '10.125')
      const place = await tab.run(storePlace)
      if (place === null) throw new Error('nothing is stored on the device')
      return place
    },
  },
  {
    name: 'two tabs use the one store, and the second goes on when the first, its owner, has left',
    async run({ tab, person, openTab, host }) {
      const place = await tab.run(() => location.href)
      const second = await openTab()
      await second.tab.goTo(place)
      await second.person.seeRecords(3, START_MS)
      await changeFirst(second.person, 'site', 'from the second tab')
      await tab.goTo(`${host.url}settings.json`)
      await changeFirst(second.person, 'site', 'from the second tab alone')
      await tab.goTo(place)
      await person.seeRecords(3, START_MS)
      await person.see('gridcell', 'from the second tab alone')
      await changeFirst(person, 'site', 'from the first tab')
      await second.tab.close()
    },
  },
  {
    name: 'opens and answers SQL without its host',
    isShort: true,
    async run({ tab, person, host }) {
      const begun = Date.now()
      while (!(await tab.run(isKeptWhole))) {
        if (Date.now() - begun > KEPT_MS) throw new Error(`the page is not kept for use without a network`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      await host.stop()
      await tab.reload()
      await person.runSql('SELECT count(*) + 1000000 AS many FROM field_programmes')
      await person.see('gridcell', '1003000', { ms: START_MS })
    },
  },
  {
    name: 'works without its host in a new tab, too',
    async run({ tab, openTab }) {
      const next = await openTab()
      await next.tab.goTo(await tab.run(() => location.href))
      // The address names the statement that was run last.
      await next.person.see('gridcell', '1003000', { ms: START_MS })
      await next.person.press('tab', 'Filter')
      await next.person.seeRecords(3)
      await changeFirst(next.person, 'site', 'offline')
    },
  },
]

async function makeTable(person, name) {
  await person.dropFile(`${name}.csv`, READINGS)
  const within = ['dialog', 'New table from a file']
  await person.see('grid', 'Preview', { within })
  await person.press('button', 'Create table and load', { within })
  await person.seeGone(...within)
}

/** Opens the first record of the grid and changes one of its fields. */
async function changeFirst(person, field, value) {
  await person.press('rowheader', '1', { within: ['grid', 'Records'], times: 2 })
  const within = ['complementary', /^Record/]
  await person.press('button', 'Edit', { within })
  await person.fill('textbox', field, value, { within })
  await person.press('button', 'Save changes', { within })
  await person.see('button', 'Edit', { within })
  await person.press('button', 'Close record', { within })
  await person.see('gridcell', value)
}

// What follows runs in the page.

/** Where the page keeps its tables; null if nowhere. */
async function storePlace() {
  const databases = await indexedDB.databases()
  if (databases.some(({ name }) => name === '/pglite/rowan-postgres-18')) return 'in IndexedDB'
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('rowan-postgres-18')
    await folder.getDirectoryHandle('data')
    return 'in OPFS'
  } catch {
    return null
  }
}

/** Whether the service worker has all files of a build. */
async function isKeptWhole() {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    if (await cache.match(new URL('kept-whole', document.baseURI))) return navigator.serviceWorker.controller !== null
  }
  return false
}
