// The page of `npm run bench:grid`: shows one grid and scrolls it, a step a frame.
import { grids } from 'bench:grids'
import { nameOf, textOf } from './data.js'

const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))

globalThis.bench = {
  async show(name, rows, columns) {
    const { show } = await grids[name]()
    const container = document.body.appendChild(document.createElement('div'))
    container.style.cssText = 'position: absolute; inset: 0'
    const scroller = await show(container, { rows, columns, nameOf, textOf })
    if (!scroller) throw new Error(`${name} has nothing that scrolls`)
    globalThis.scroller = scroller
    for (let at = 0; at < 30; at += 1) await frame()
    return document.querySelectorAll('*').length
  },
  /** Scrolls by so many px, a step in each frame; gives the ms of each frame. */
  async scroll(steps) {
    const times = []
    let last = await frame()
    for (const { x = 0, y = 0, top } of steps) {
      if (top !== undefined) scroller.scrollTop = top * (scroller.scrollHeight - scroller.clientHeight)
      else if (y !== 0) scroller.scrollTop += y
      if (x !== 0) scroller.scrollLeft += x
      const now = await frame()
      times.push(now - last)
      last = now
    }
    return times
  },
  /** Whether the view is filled at its top, its middle and its end, as a share of looks at each step. */
  async blanks(steps) {
    const { left, top, width, height } = scroller.getBoundingClientRect()
    let blank = 0
    let looks = 0
    for (const { x = 0, y = 0, top: to } of steps) {
      if (to !== undefined) scroller.scrollTop = to * (scroller.scrollHeight - scroller.clientHeight)
      else if (y !== 0) scroller.scrollTop += y
      if (x !== 0) scroller.scrollLeft += x
      await frame()
      for (const [across, down] of [
        [0.3, 0.12],
        [0.5, 0.5],
        [0.9, 0.95],
      ]) {
        looks += 1
        const text = document.elementFromPoint(left + width * across, top + height * down)?.textContent ?? ''
        if (text === '' || text.length > 200) blank += 1
      }
    }
    return blank / looks
  },
  /** The elements added and removed in such a scroll. */
  async churn(steps) {
    let count = 0
    const observer = new MutationObserver((records) => {
      for (const { addedNodes, removedNodes } of records) count += addedNodes.length + removedNodes.length
    })
    observer.observe(document.body, { childList: true, subtree: true })
    await this.scroll(steps)
    observer.disconnect()
    return count
  },
}
