/** Runs in the page: notes the time of the frame after the one in which the first cell has text. */
export function watchFirstRows() {
  const look = () => {
    const cells = document.querySelectorAll('[role="gridcell"], td')
    if ([...cells].some((cell) => cell.textContent.trim() !== '')) {
      requestAnimationFrame(() => {
        globalThis.firstRowsAt = performance.now()
      })
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
