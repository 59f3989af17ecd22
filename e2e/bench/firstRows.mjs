/**
 * Runs in the page: notes the time of the frame after the one in which the first cell has text, and after the one in which
 * that is no longer only expected of the page's own PostgreSQL, but was given by it.
 */
export function watchFirstRows() {
  const look = () => {
    const cells = document.querySelectorAll('[role="gridcell"], td')
    const isThere = [...cells].some((cell) => cell.textContent.trim() !== '')
    const isProven = isThere && document.querySelector('[data-starting]') === null
    if (isThere)
      requestAnimationFrame(() => {
        globalThis.firstRowsAt ??= performance.now()
        if (isProven) globalThis.provenRowsAt = performance.now()
      })
    if (!isProven) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
