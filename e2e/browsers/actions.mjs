// What a hand does, as the two protocols of WebDriver write it alike.

/** Keys that write nothing, as WebDriver numbers them. */
const KEYS = { Control: '\uE009', Delete: '\uE017', Enter: '\uE007', Escape: '\uE00C' }

/** Presses the first button of the mouse at that point of the window, so many times. */
export function pressActions(x, y, times) {
  const place = { x: Math.round(x), y: Math.round(y) }
  const presses = Array.from({ length: times }, () => [
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]).flat()
  return [
    {
      type: 'pointer',
      id: 'mouse',
      actions: [{ type: 'pointerMove', duration: 0, origin: 'viewport', ...place }, ...presses],
    },
  ]
}

/** Writes a text, one key after the other. */
export function typeActions(text) {
  return keys([...text].flatMap((value) => [down(value), up(value)]))
}

/** Holds keys down in that order, and lets go of them in the other: `Control`, `a`. */
export function chordActions(names) {
  const values = names.map((name) => KEYS[name] ?? name)
  return keys([...values.map(down), ...values.toReversed().map(up)])
}

const keys = (actions) => [{ type: 'key', id: 'keyboard', actions }]
const down = (value) => ({ type: 'keyDown', value })
const up = (value) => ({ type: 'keyUp', value })
