const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))

/** The element that scrolls up and down, once there is an element of that kind in it. */
export async function scrollerOf(container, selector) {
  for (let at = 0; at < 600 && container.querySelector(selector) === null; at += 1) await frame()
  for (let at = 0; at < 10; at += 1) await frame()
  const all = [...container.querySelectorAll('*')]
  return all.find(
    (each) => each.scrollHeight > each.clientHeight + 1000 && /auto|scroll/.test(getComputedStyle(each).overflowY),
  )
}
