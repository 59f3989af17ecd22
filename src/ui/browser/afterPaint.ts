/** Calls when the next frame is on the screen, or soon if the page is hidden and has none; returns what cancels it. */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = (): void => void (timer = setTimeout(work))
  const frame = document.hidden ? null : requestAnimationFrame(next)
  if (frame === null) next()
  return () => {
    if (frame !== null) cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
