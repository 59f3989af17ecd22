import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { holdAbove } from './holdAbove.ts'

/** A sentence that gets a line longer with each press on the header below it. */
function Sentence() {
  const [lines, setLines] = useState(1)
  return (
    <>
      <p style={{ margin: 0 }}>Before</p>
      <div data-testid="sentence">
        {Array.from({ length: lines }, (_, at) => (
          <p key={at} style={{ margin: 0 }}>
            condition {at}
          </p>
        ))}
      </div>
      <div ref={holdAbove} style={{ paddingBlockEnd: 100 }}>
        <button type="button" onClick={() => setLines(lines + 1)}>
          header
        </button>
      </div>
    </>
  )
}

test('what is pressed stays under the pointer until that has left, however long the sentence gets', async () => {
  await render(<Sentence />)
  const header = page.getByRole('button', { name: 'header' })
  const top = () => header.element().getBoundingClientRect().top
  const first = top()
  await userEvent.click(header)
  await userEvent.click(header)
  await expect.element(page.getByText('condition 2')).toBeInTheDocument()
  expect(top()).toBe(first)
  await userEvent.hover(page.getByText('Before'))
  await expect.poll(top).toBeGreaterThan(first)

  // Keys point at nothing: the sentence shows what they have done.
  const second = top()
  await userEvent.click(header)
  expect(top()).toBe(second)
  await userEvent.keyboard('{Shift>}')
  expect(top()).toBe(second)
  await userEvent.keyboard('{/Shift}{Enter}')
  await expect.poll(top).toBeGreaterThan(second)
})
