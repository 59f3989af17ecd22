/**
 * A ref for the tools above a result. While they don't fit beside each other, as in a narrow window or in a language with
 * long words, `data-tight` on them draws them closer, and if that isn't enough leaves icons of those whose words give way
 * first, then of the next (`Button.module.css`).
 */
export function holdTools(tools: HTMLElement | null): (() => void) | undefined {
  if (tools === null) return undefined
  const fit = () => {
    for (const tight of ['none', 'close', '1', '2', '3']) {
      tools.dataset['tight'] = tight
      if (tools.scrollWidth <= tools.clientWidth) return
    }
  }
  const resized = new ResizeObserver(fit)
  resized.observe(tools)
  const changed = new MutationObserver(fit)
  changed.observe(tools, { childList: true, characterData: true, subtree: true })
  return () => {
    resized.disconnect()
    changed.disconnect()
  }
}
