// Runs before the page is drawn: sets the theme that src/workspace/settings.ts keeps on this device.
try {
  const theme = JSON.parse(localStorage.getItem('rowan.setting.theme') ?? 'null')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Nothing is kept, or it is damaged: the system decides.
}

// A network that takes so long for this much is slow: what index.html says meanwhile is then there from the first paint.
if (performance.now() > 500) document.documentElement.dataset.slow = ''

// The first number that a page formats takes 10 ms: now, while the program is on its way, it costs the first rows nothing.
new Intl.NumberFormat('en').format(1)

// If the program does not start, `shell.js` finds out why. Loaded by every visit, it would delay the first rows.
addEventListener('error', () => void explain(true), true)
addEventListener('load', () => {
  setTimeout(explain, 2000, false)
  setTimeout(explain, 15000, true)
})

/** Says what is wrong, if the page is still not drawn; that nothing seems to be only if it is `certain` not to start. */
async function explain(certain) {
  const shell = document.getElementById('shell')
  if (!shell) return
  // Browsers load programs from a web server only.
  if (location.protocol === 'file:') {
    for (const line of shell.querySelectorAll('p')) line.hidden = line.dataset.fault !== 'fromDisk'
    return
  }
  try {
    const { say } = await import('./shell.js')
    await say(shell, certain)
  } catch {
    shell.querySelector('[data-fault="hostSilent"]').hidden = false
  }
}
