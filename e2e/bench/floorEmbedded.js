// The least that a page can do for the first rows of its own PostgreSQL: the same worker and the same store, asked the
// explorer's first question, the answer written as a plain table. The worker's name is in the address.
const worker = new Worker(new URL(location.hash.slice(1), document.baseURI), { type: 'module' })
const base = new URL('engine/', document.baseURI).href
const name = 'rowan-postgres-18'
const begin = {
  kind: 'begin',
  name,
  base,
  fresh: false,
  seed: null,
  memory: false,
  salvage: false,
  parts: null,
  permit: 'data:,',
}
worker.postMessage(begin, [])
worker.postMessage(
  {
    kind: 'request',
    id: 1,
    url: 'http://this-browser.invalid/en/api/3/action/datastore_search',
    method: 'POST',
    headers: [['content-type', 'application/json']],
    body: new TextEncoder().encode('{"resource_id":"field_programmes","limit":200}').buffer,
  },
  [],
)
const answer = await new Promise((resolve) => {
  worker.addEventListener('message', ({ data }) => {
    if (data.kind === 'head') resolve(data)
  })
})
const { result } = JSON.parse(new TextDecoder().decode(answer.part.bytes))
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
document.querySelector('table').innerHTML = result.records
  .map((record) => {
    const cells = Object.values(record).map((value) => `<td>${escaped(String(value ?? ''))}</td>`)
    return `<tr>${cells.join('')}</tr>`
  })
  .join('')
