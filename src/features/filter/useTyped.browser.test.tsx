import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useTyped } from './useTyped.ts'

const onCommit = vi.fn<(text: string, how: 'push' | 'replace') => void>()

function Example() {
  const [committed, setCommitted] = useState('')
  const { text, setText, commitNow } = useTyped(
    committed,
    50,
    (typed) => (typed === 'no' ? null : typed.trim()),
    (typed, how) => {
      onCommit(typed, how)
      setCommitted(typed)
    },
  )
  return (
    <>
      <input aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} onBlur={commitNow} />
      <button onClick={() => setCommitted('from a link')}>Back</button>
      <output>{committed}</output>
    </>
  )
}

test('typing is taken over after a pause: one step of the history for each stretch of it', async () => {
  await render(<Example />)
  const field = page.getByRole('textbox', { name: 'Search' })
  const committed = page.getByRole('status')
  await field.fill('wat')
  await expect.element(committed).toHaveTextContent('wat')
  await field.fill('water ')
  await expect.element(committed).toHaveTextContent('water')
  // What was typed stays as it is, only its normal form is taken over.
  await expect.element(field).toHaveValue('water ')
  await userEvent.tab()
  await field.fill('owl')
  await expect.element(committed).toHaveTextContent('owl')
  expect(onCommit.mock.calls).toEqual([
    ['wat', 'push'],
    ['water', 'replace'],
    ['owl', 'push'],
  ])
  await field.fill('no')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(field).toHaveValue('from a link')
  expect(onCommit).toHaveBeenCalledTimes(3)
})
