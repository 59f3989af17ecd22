import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Splitter } from './Splitter.tsx'

function Example({ isVertical = false }: { readonly isVertical?: boolean }) {
  const [share, setShare] = useState(0.5)
  return (
    <div style={{ height: 400, inlineSize: 400, display: 'flex', flexDirection: isVertical ? 'row' : 'column' }}>
      <Splitter label="Height of the editor" share={share} onShare={setShare} isVertical={isVertical} />
    </div>
  )
}

test('is moved by keys, 16 px at a time and not beyond its ends', async () => {
  await render(<Example />)
  const line = page.getByRole('separator', { name: 'Height of the editor' })
  const stands = (percent: string) => expect.element(line).toHaveAttribute('aria-valuenow', percent)
  await expect.element(line).toBeVisible()
  await userEvent.tab()
  await expect.element(line).toHaveFocus()
  await stands('50')
  await userEvent.keyboard('{ArrowDown}')
  await stands('54')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await stands('46')
  await userEvent.keyboard('{Home}{ArrowUp}')
  await stands('25')
  await userEvent.keyboard('{End}{ArrowDown}')
  await stands('75')
})

test('between panels beside each other it is moved by the other two arrows', async () => {
  await render(<Example isVertical />)
  const line = page.getByRole('separator', { name: 'Height of the editor' })
  await expect.element(line).toHaveAttribute('aria-orientation', 'vertical')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  await expect.element(line).toHaveAttribute('aria-valuenow', '54')
})
