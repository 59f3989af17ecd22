import { useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Menu } from './Menu.tsx'

/** A cell in a list that scrolls, with a menu at a point in it, as the right button opens one. */
function Scrolled() {
  const cell = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(true)
  const groups = [[{ id: 'only', title: 'Only this', onChoose: () => undefined }]]
  return (
    <div data-testid="rows" style={{ blockSize: 100, overflow: 'auto' }}>
      <div style={{ blockSize: 1000 }}>
        <div ref={cell} tabIndex={-1} style={{ marginBlockStart: 60 }}>
          cell
        </div>
      </div>
      {isOpen && (
        <Menu label="cell" groups={groups} anchor={cell} at={{ x: 20, y: 70 }} onClose={() => setIsOpen(false)} />
      )}
    </div>
  )
}

test('a menu closes when what it is about is scrolled away from under it', async () => {
  await render(<Scrolled />)
  const menu = page.getByRole('menu', { name: 'cell' })
  await expect.element(menu).toBeVisible()
  await vi.waitFor(() => new Promise(requestAnimationFrame))
  const rows = page.getByTestId('rows').element()
  // A scroll that moves nothing of it, as of a list elsewhere, leaves it open.
  rows.dispatchEvent(new Event('scroll'))
  await expect.element(menu).toBeVisible()
  rows.scrollTop = 30
  await expect.element(menu).not.toBeInTheDocument()
})
