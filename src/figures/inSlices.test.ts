import { expect, test } from 'vitest'
import { inSlices } from './inSlices.ts'

/** Keeps the processor busy. */
function busy(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('much work is done in order, in many tasks, with what else there is to do between them', async () => {
  const log: string[] = []
  let isEnded = false
  // As a page that draws a frame whenever it can.
  const frame = () => {
    log.push('frame')
    if (!isEnded) setImmediate(frame)
  }
  setImmediate(frame)
  const work = Array.from({ length: 20 }, (_, at) =>
    inSlices(() => {
      busy(5)
      log.push(`work ${at}`)
      return at
    }),
  )
  expect(await Promise.all(work)).toEqual(Array.from({ length: 20 }, (_, at) => at))
  isEnded = true
  expect(log.filter((each) => each !== 'frame')).toEqual(Array.from({ length: 20 }, (_, at) => `work ${at}`))
  const between = log.slice(log.indexOf('work 0'), log.indexOf('work 19'))
  expect(between.filter((each) => each === 'frame').length).toBeGreaterThanOrEqual(5)
})

test('what fails or is given up keeps nothing else from being done', async () => {
  const given = new AbortController()
  const done: string[] = []
  const failing = inSlices(() => {
    throw new Error('broken')
  })
  const unwanted = inSlices(() => done.push('unwanted'), { signal: given.signal })
  const last = inSlices(() => done.push('last'))
  given.abort(new Error('left'))
  await expect(failing).rejects.toThrow('broken')
  await expect(unwanted).rejects.toThrow('left')
  await last
  expect(done).toEqual(['last'])
})
