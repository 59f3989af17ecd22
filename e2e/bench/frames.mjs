/** The longest that scripts of the build may hold an animation frame, ms of the processor. */
const MOST_MS = 50

/** Names of the events of a trace in which scripts run; one within another is counted once. */
const SCRIPTS = new Set(['FunctionCall', 'EvaluateScript', 'v8.evaluateModule', 'v8.callFunction', 'RunMicrotasks'])

/** Traces how much of the processor scripts take; `end` gives a function that tells it of a frame. */
async function startTrace(session) {
  const events = []
  const take = ({ value }) => events.push(...value)
  session.on('Tracing.dataCollected', take)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'v8', 'blink.user_timing'],
      excludedCategories: ['*'],
    },
  })
  const end = async (now) => {
    const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await ended
    session.off('Tracing.dataCollected', take)
    const mark = events.findLast(({ name }) => name === 'bench now')
    if (mark === undefined) throw new Error('The trace has no mark of the page')
    const isOfPage = ({ pid, tid }) => pid === mark.pid && tid === mark.tid
    const scripts = events
      .filter((event) => SCRIPTS.has(event.name) && isOfPage(event) && event.dur !== undefined)
      .map(({ ts, dur, tdur = 0 }) => ({ from: ts, to: ts + dur, cpu: tdur / 1000 }))
      .toSorted((a, b) => a.from - b.from || b.to - a.to)
    let until = 0
    const outermost = scripts.filter(({ from, to }) => {
      if (from < until) return false
      until = to
      return true
    })
    return ({ startTime, duration }) => {
      const from = mark.ts + (startTime - now) * 1000
      const inFrame = outermost.filter((script) => script.from < from + duration * 1000 && script.to > from)
      return inFrame.reduce((sum, { cpu }) => sum + cpu, 0)
    }
  }
  return { end }
}

/**
 * Watches the frames of a page that has not been opened yet. `step` acts, waits, and shows the worst frame of more than 50 ms
 * by the time of the build's scripts in it; `isLong` tells whether there was one in which they took more than 50 ms of the
 * processor.
 */
export async function watchFrames(page) {
  await page.addInitScript(() => {
    globalThis.longFrames = []
    const observer = new PerformanceObserver((list) => {
      for (const { startTime, duration, scripts } of list.getEntries()) {
        const own = scripts.filter(({ sourceURL }) => sourceURL.startsWith(location.origin))
        const ms = own.reduce((sum, script) => sum + script.duration, 0)
        const worst = own.toSorted((a, b) => b.duration - a.duration)[0]
        globalThis.longFrames.push({ startTime, duration, ms, by: worst && `${worst.invoker} ${worst.sourceURL}` })
      }
    })
    observer.observe({ type: 'long-animation-frame', buffered: true })
  })
  const session = await page.context().newCDPSession(page)
  let failed = false
  const step = async (name, act) => {
    const trace = await startTrace(session)
    await page.evaluate(() => void (globalThis.longFrames = []))
    await act()
    await page.waitForTimeout(1500)
    const { frames, now } = await page.evaluate(() => {
      performance.mark('bench now')
      return { frames: globalThis.longFrames, now: performance.getEntriesByName('bench now').at(-1).startTime }
    })
    const processorIn = await trace.end(now)
    const own = frames.filter(({ ms }) => ms > 0).map((frame) => ({ ...frame, cpu: processorIn(frame) }))
    const worst = own.toSorted((a, b) => b.cpu - a.cpu)[0]
    const clock = Math.max(0, ...own.map(({ ms }) => ms))
    const isLong = worst !== undefined && worst.cpu > MOST_MS
    if (isLong) failed = true
    console.log(
      `${name}: ${own.length} frames of more than ${MOST_MS} ms with scripts of the build` +
        (worst === undefined
          ? ''
          : `; scripts took at most ${worst.cpu.toFixed(0)} ms of the processor, in a frame of ${worst.duration.toFixed(0)} ms (${worst.by})` +
            `; by the clock at most ${clock.toFixed(0)} ms`) +
        (isLong ? ': TOO LONG' : ''),
    )
  }
  return { step, isLong: () => failed }
}
