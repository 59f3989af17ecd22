import { say } from '../../src/cli/project.mjs'
import { startServer } from '../server.mjs'
import { startStaticServer } from '../staticServer.mjs'
import { chromiumPath, startChromium } from './chromium.mjs'
import { installedFirefox, startFirefox } from './firefox.mjs'
import { personAt } from './person.mjs'
import { steps } from './steps.mjs'
import { installedWebKit, startWebKit } from './webkit.mjs'

const BROWSERS = {
  chromium: { name: 'Chromium', find: chromiumPath, start: startChromium, packages: 'chromium' },
  firefox: { name: 'Firefox', find: installedFirefox, start: startFirefox, packages: 'firefox-esr' },
  webkit: { name: 'WebKitGTK', find: installedWebKit, start: startWebKit, packages: 'webkit2gtk-driver xvfb' },
}

/**
 * Goes through the steps in each of these browsers (all, if none is named) and says how each went. Gives a result for each
 * step, and for a browser that is not installed one with `missing`: what to install.
 */
export async function tryBrowsers(names, isShort) {
  const unknown = names.find((name) => !(name in BROWSERS))
  if (unknown) throw new Error(`There is no browser ${unknown} here. Choose from: ${Object.keys(BROWSERS).join(', ')}.`)
  const results = []
  const wanted = names.length > 0 ? names : Object.keys(BROWSERS)
  const there = wanted.filter((each) => {
    const { name, find, packages } = BROWSERS[each]
    if (find()) return true
    const missing = `${name} is not installed, so it is not tried. On Debian: apt-get install ${packages}`
    say(missing)
    results.push({ missing })
    return false
  })
  if (there.length === 0) return results
  const service = await startServer({ token: 'browsers-token', cors: '*' })
  try {
    for (const each of there) results.push(...(await tryBrowser(BROWSERS[each], service, isShort)))
  } finally {
    await service.stop()
  }
  return results
}

/** A step builds on those before it, so after one that failed the others are not tried, and count as failed. */
async function tryBrowser({ name, start }, service, isShort) {
  const host = await startStaticServer()
  let browser = null
  try {
    browser = await start()
    say(`\n${name} ${browser.version}`)
    return await goThrough(await world(name, browser, service, host), isShort)
  } catch (error) {
    say(`\n${name} can't be started: ${error.message}`)
    return [{ name: `${name} starts`, isFailed: true, reason: error.message }]
  } finally {
    await browser?.stop()
    await host.stop()
  }
}

async function goThrough(world, isShort) {
  const results = []
  let isFailed = false
  for (const step of steps.filter((each) => each.isShort || !isShort)) {
    const name = `${world.browserName} ${step.name}`
    if (isFailed) {
      say(`  not tried  ${step.name}`)
      results.push({ name, isFailed, reason: 'not tried after what failed before' })
      continue
    }
    const begun = performance.now()
    const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`
    try {
      const word = await step.run(world)
      say(`  passed     ${step.name}${word ? `, ${word}` : ''} (${seconds()})`)
      results.push({ name, isFailed })
    } catch (error) {
      isFailed = true
      say(`  failed     ${step.name} (${seconds()}): ${error.message}`)
      results.push({ name, isFailed, reason: error.message })
    }
  }
  return results
}

/** What a step works with. */
async function world(browserName, browser, service, host) {
  const openTab = async () => {
    const tab = await browser.openTab()
    return { tab, person: personAt(tab) }
  }
  let isUp = true
  return {
    ...(await openTab()),
    openTab,
    browserName,
    service,
    host: {
      url: host.url,
      async stop() {
        if (isUp) await host.stop()
        isUp = false
      },
    },
    async ask(action, params) {
      const response = await fetch(`${service.origin}/en/api/3/action/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: service.token },
        body: JSON.stringify(params),
      })
      if (!response.ok) throw new Error(`${action} answered ${response.status}: ${await response.text()}`)
      return (await response.json()).result
    },
  }
}
