import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { BesidePanel } from './BesidePanel.tsx'

const page = (isOpen: boolean) => (
  <>
    <button type="button">Record 1</button>
    <button type="button">Add filter</button>
    {isOpen && (
      <BesidePanel label="Record" className={undefined} onEscape={() => undefined}>
        Its values
      </BesidePanel>
    )}
  </>
)

test.each([
  ['gives back the focus that it has', null, 'Record 1'],
  ['leaves the focus where somebody has taken it', 'Add filter', 'Add filter'],
])('a panel that closes %s', async (_, taken, focused) => {
  const { rerender, getByRole } = await render(page(false))
  const button = (name: string) => getByRole('button', { name })
  button('Record 1').element().focus()
  await rerender(page(true))
  await expect.element(getByRole('complementary', { name: 'Record' })).toHaveFocus()
  if (taken !== null) button(taken).element().focus()
  await rerender(page(false))
  await expect.element(button(focused)).toHaveFocus()
})
