// While the program has not drawn the page, what index.html says stands there. If the program fails, this finds out why,
// replaces a damaged file that the browser keeps, and shows the sentence of index.html that says so.

/** Says it in the `shell`, once; that nothing seems to be wrong only if the program is `certain` not to start. */
export async function say(shell, certain) {
  if (shell.dataset.fault) return
  shell.dataset.fault = 'looking'
  const { fault, file = '' } = await findFault()
  shell.dataset.fault = fault === 'noFault' && !certain ? '' : fault
  if (shell.dataset.fault === '') return
  for (const line of shell.querySelectorAll('p')) line.hidden = line.dataset.fault !== fault
  shell.querySelector('code').textContent = file
  const reload = shell.querySelector('button')
  reload.addEventListener('click', () => location.reload())
  reload.hidden = false
}

async function findFault() {
  const answer = await fetch('offline.json', { cache: 'no-store' }).catch(() => null)
  if (answer === null) return { fault: 'hostSilent' }
  const { files } = await answer.json().catch(() => ({}))
  if (files === undefined) return { fault: 'wrongFile', file: 'offline.json' }
  const parts = document.querySelectorAll('script[src], link[rel="stylesheet"]')
  const wanted = [...parts].map((part) => (part.getAttribute('src') ?? part.getAttribute('href')).replace('./', ''))
  if (wanted.some((file) => !(file in files))) return { fault: 'newVersion' }
  for (const file of wanted) {
    const integrity = files[file]
    if (await arrives(file, { integrity })) continue
    return (await arrives(file, { integrity, cache: 'reload' })) ? { fault: 'mended' } : { fault: 'wrongFile', file }
  }
  return { fault: 'noFault' }
}

function arrives(file, how) {
  return fetch(file, how).then(
    ({ ok }) => ok,
    () => false,
  )
}
