/**
 * A ref for what lies under the sentence of the query. While the pointer is on it, the sentence keeps its height, and
 * scrolls: what is pressed below may lengthen it, as a brush or a sort does, and so may what a server answers. Nothing moves
 * from under the pointer until that has left, nor while it is on a panel that was opened there. Fingers and keys point at
 * nothing.
 */
export function holdAbove(body: HTMLElement | null): (() => void) | undefined {
  if (body === null) return undefined
  let held: HTMLElement | null = null
  const release = () => {
    held?.style.removeProperty('block-size')
    held = null
  }
  const hold = () => {
    const above = body.previousElementSibling
    if (held === above || !(above instanceof HTMLElement) || above.offsetHeight === 0) return
    release()
    held = above
    // To the fraction of a pixel: the next thing would move by the rest.
    held.style.blockSize = `${above.getBoundingClientRect().height}px`
  }
  const point = ({ pointerType, target }: PointerEvent) => {
    if (pointerType === 'touch' || !(target instanceof Element)) return
    if (body.contains(target)) hold()
    else if (target.closest('[popover]') === null) release()
  }
  const press = ({ key }: KeyboardEvent) => MODIFIERS.has(key) || release()
  document.addEventListener('pointerover', point)
  document.addEventListener('pointerdown', point, true)
  document.documentElement.addEventListener('pointerleave', release)
  window.addEventListener('keydown', press, true)
  window.addEventListener('resize', release)
  return () => {
    release()
    document.removeEventListener('pointerover', point)
    document.removeEventListener('pointerdown', point, true)
    document.documentElement.removeEventListener('pointerleave', release)
    window.removeEventListener('keydown', press, true)
    window.removeEventListener('resize', release)
  }
}

/** Held while something is pressed, as Shift for a further sort. */
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta'])
