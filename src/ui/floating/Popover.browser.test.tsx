import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Popover } from './Popover.tsx'

/** A popover that two buttons show as open, as the chip of a new filter and the button that added it. */
function Adding() {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [lines, setLines] = useState(1)
  const button = { type: 'button', 'aria-haspopup': 'dialog', 'aria-expanded': isOpen } as const
  return (
    <div style={{ paddingInlineStart: lines * 20 }}>
      <button ref={anchor} {...button} onClick={() => setIsOpen(!isOpen)}>
        Add
      </button>
      <button {...button} onClick={() => setIsOpen(!isOpen)}>
        Chip
      </button>
      <Popover open={isOpen} onClose={() => setIsOpen(false)} anchor={anchor} label="new">
        <button type="button" onClick={() => setLines(lines + 1)}>
          Tick
        </button>
        {Array.from({ length: lines }, (_, at) => (
          <p key={at}>line {at}</p>
        ))}
      </Popover>
    </div>
  )
}

test('each of its buttons closes an open popover, and opens it again only when pressed again', async () => {
  await render(<Adding />)
  const panel = page.getByRole('dialog', { name: 'new' })
  for (const name of ['Add', 'Chip']) {
    const button = page.getByRole('button', { name })
    await userEvent.click(button)
    await expect.element(panel).toBeVisible()
    await userEvent.click(button)
    await expect.element(panel).not.toBeInTheDocument()
  }
})

test('a panel stays where it is while the pointer is on it, though its button moves and it grows', async () => {
  await render(<Adding />)
  await userEvent.click(page.getByRole('button', { name: 'Add' }))
  const tick = page.getByRole('button', { name: 'Tick' })
  const place = () => {
    const { left, top } = tick.element().getBoundingClientRect()
    return { left, top }
  }
  await userEvent.hover(tick)
  const before = place()
  await userEvent.click(tick)
  await userEvent.click(tick)
  await expect.element(page.getByText('line 2')).toBeVisible()
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  expect(place()).toEqual(before)
})
