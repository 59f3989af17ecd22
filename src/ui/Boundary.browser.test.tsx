import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Boundary } from './Boundary.tsx'

let isBroken = true
function Part() {
  if (isBroken) throw new Error('no id')
  return <p>The part</p>
}

const shown = (of: string) => (
  <>
    <h1>The rest</h1>
    <Boundary of={of}>
      <Part />
    </Boundary>
  </>
)

test('a part that fails leaves the rest, says so, and is drawn again by keyboard or when it shows something else', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { rerender } = await render(shown('a'))
  await expect.element(page.getByRole('heading', { name: 'The rest' })).toBeVisible()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('This part of the page has failed and can’t be drawn.')
  await userEvent.click(page.getByRole('button', { name: 'Show details' }))
  await expect.element(page.getByRole('alert')).toHaveTextContent('no id')
  isBroken = false
  page.getByRole('button', { name: 'Try again' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('The part')).toBeVisible()
  isBroken = true
  await rerender(shown('b'))
  await expect.element(page.getByRole('alert')).toBeVisible()
  isBroken = false
  await rerender(shown('c'))
  await expect.element(page.getByText('The part')).toBeVisible()
  said.mockRestore()
})
