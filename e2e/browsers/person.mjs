/** How long something may take to show up, and PostgreSQL in the page to start, on a slow machine. */
const SHOW_MS = 30_000
export const START_MS = 60_000

/**
 * What a person does in a tab, by roles and names alone, with real presses of the mouse and of keys: the same in each
 * browser. A name is the whole name, or a regular expression. `within` names what stands around it, as `['dialog', /…/]`.
 */
export function personAt(tab) {
  const person = {
    /** Waits until it is there, and has `text` if that is given; gives what it says. */
    async see(role, name, { within = null, text = null, ms = SHOW_MS } = {}) {
      const seen = (found) => found !== null && (text === null || matches(text, found.text))
      return until(
        () => look(role, name, within),
        seen,
        ms,
        () => wanted(role, name, text),
      )
    },
    /** Waits until it is there no more. */
    async seeGone(role, name) {
      await until(
        () => look(role, name, null),
        (found) => found === null,
        SHOW_MS,
        () => `the end of ${wanted(role, name)}`,
      )
    },
    /** Presses it where it stays in one place, so many times. */
    async press(role, name, { within = null, times = 1 } = {}) {
      let before = null
      const isStill = (found) => {
        const still =
          found !== null && !found.isDisabled && found.isOnTop && found.x === before?.x && found.y === before?.y
        before = found
        return still
      }
      const found = await until(
        () => look(role, name, within),
        isStill,
        SHOW_MS,
        () => `${wanted(role, name)} to press`,
      )
      await tab.press(found.x, found.y, times)
    },
    /** Replaces what a field holds. */
    async fill(role, name, value, { within = null } = {}) {
      await person.press(role, name, { within })
      await tab.chord('Control', 'a')
      await tab.chord('Delete')
      await tab.type(value)
    },
    /** Takes an option of a list of the browser's own, which no press on the page can reach. */
    async select(name, value, { within = null } = {}) {
      await person.see('combobox', name, { within })
      await tab.run(selectOption, { ...question('combobox', name, within), value })
    },
    enter: () => tab.chord('Enter'),
    escape: () => tab.chord('Escape'),
    /** Waits until the grid of records counts so many, the first of them shown. */
    async seeRecords(count, ms = SHOW_MS) {
      await until(
        () => tab.run(recordsShown),
        (shown) => shown === count,
        ms,
        (shown) => `${count} records, not ${shown}`,
      )
    },
    /** Writes a statement in place of the one that is there, and runs it. */
    async runSql(statement) {
      await person.press('tab', 'SQL')
      await until(
        () => tab.run(focusEditor),
        Boolean,
        SHOW_MS,
        () => 'the SQL editor',
      )
      await tab.chord('Control', 'a')
      await tab.chord('Delete')
      await tab.type(statement)
      await person.press('button', 'Run query')
    },
    /** Drops a file of that text on the page. */
    dropFile: (name, text) => tab.run(dropFile, { name, text }),
  }

  const look = (role, name, within) => tab.run(lookFor, question(role, name, within))

  /** Asks until the answer will do; at the end of the time says what was wanted, and what the page shows instead. */
  async function until(ask, isEnough, ms, what) {
    for (const begun = Date.now(); ;) {
      const given = await ask()
      if (isEnough(given)) return given
      if (Date.now() - begun > ms) {
        const shown = await tab.run(() => document.body.innerText)
        throw new Error(
          `waited ${ms / 1000} s for ${what(given)}; the page shows: ${shown.replaceAll(/\s+/g, ' ').slice(0, 600)}`,
        )
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  return person
}

const matches = (wish, text) => (wish instanceof RegExp ? wish.test(text) : text.includes(wish))
const wanted = (role, name, text = null) => `${role} ${String(name)}${text === null ? '' : ` with ${String(text)}`}`

/** As a page can be asked: regular expressions by their source. */
const asked = (wish) => (wish instanceof RegExp ? { source: wish.source, flags: wish.flags } : { exact: wish })

function question(role, name, within) {
  return { role, name: asked(name), within: within && { role: within[0], name: asked(within[1]) } }
}

// What follows runs in the page, each function by itself.

/** Finds the first element on the screen of that role and name, brings it into view, and gives its middle and its text. */
function lookFor({ role, name, within }) {
  const tags = {
    button: 'button',
    textbox: 'textarea, input:not([type]), input:is([type=text], [type=url], [type=password], [type=number])',
    searchbox: 'input[type=search]',
    combobox: 'select',
    checkbox: 'input[type=checkbox]',
    dialog: 'dialog',
    complementary: 'aside',
  }
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only what is inside gets to the page
  const textOf = (element) => {
    const copy = element.cloneNode(true)
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
    return copy.textContent
  }
  const nameOf = (element) => {
    const labelled = element.getAttribute('aria-labelledby')
    const said = labelled
      ? labelled.split(' ').map((id) => document.getElementById(id)?.textContent ?? '')
      : [
          element.getAttribute('aria-label') ||
            [...(element.labels ?? [])].map((label) => textOf(label)).join(' ') ||
            textOf(element) ||
            element.title,
        ]
    return said.join(' ').replaceAll(/\s+/g, ' ').trim()
  }
  const isNamed = (element, wish) =>
    'source' in wish ? new RegExp(wish.source, wish.flags).test(nameOf(element)) : nameOf(element) === wish.exact
  const find = (root, wish) =>
    [
      ...root.querySelectorAll(`[role=${wish.role}]${tags[wish.role] ? `, :is(${tags[wish.role]}):not([role])` : ''}`),
    ].find((element) => element.getClientRects().length > 0 && element.checkVisibility() && isNamed(element, wish.name))
  const root = within ? find(document, within) : document
  const element = root && find(root, { role, name })
  if (!element) return null
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const box = element.getBoundingClientRect()
  const x = Math.round(box.x + box.width / 2)
  const y = Math.round(box.y + box.height / 2)
  const top = document.elementFromPoint(x, y)
  return {
    x,
    y,
    text: element.value ?? element.innerText,
    isDisabled: element.matches(':disabled, [aria-disabled=true]'),
    isOnTop: top !== null && (element.contains(top) || top.contains(element)),
  }
}

function recordsShown() {
  // Records that are only expected of the page's own PostgreSQL prove nothing of it.
  const grid = document.querySelector('body:not(:has([data-starting])) [role=grid][aria-label=Records]')
  if (!grid || grid.getAttribute('aria-busy') === 'true' || !grid.querySelector('[role=gridcell]')) return null
  return Number(grid.getAttribute('aria-rowcount')) - 1
}

/** Whether the editor is there, which is then ready for what is typed. */
function focusEditor() {
  const editor = document.querySelector('.monaco-editor [role=textbox], .monaco-editor textarea')
  editor?.focus()
  return editor !== null && document.activeElement === editor
}

function selectOption({ name, value }) {
  const list = [...document.querySelectorAll('select')].find(
    (each) => (each.getAttribute('aria-label') ?? each.labels[0]?.textContent.trim()) === name.exact,
  )
  // React hears of a change only if the value is set behind its back.
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(list, value)
  list.dispatchEvent(new Event('change', { bubbles: true }))
}

function dropFile({ name, text }) {
  const data = new DataTransfer()
  data.items.add(new File([text], name, { type: 'text/csv' }))
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
}
