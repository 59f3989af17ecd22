import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Tabs } from './Tabs.tsx'

type Place = 'here' | 'there' | 'nowhere'

const onRefused = vi.fn<(reason: string) => void>()

function Example() {
  const [value, setValue] = useState<Place>('here')
  return (
    <Tabs
      label="Places"
      value={value}
      onChange={setValue}
      onRefused={onRefused}
      tabs={[
        { value: 'here', title: 'Here' },
        { value: 'nowhere', title: 'Nowhere', disabled: 'There is no way.' },
        { value: 'there', title: 'There' },
      ]}
    />
  )
}

const tab = (name: string) => page.getByRole('tab', { name, exact: true })

test('one tab stop; arrows choose at once and go round', async () => {
  await render(<Example />)
  await expect.element(page.getByRole('tab').first()).toBeVisible()
  await userEvent.tab()
  await expect.element(tab('Here')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(tab('There')).toHaveFocus()
  await expect.element(tab('There')).toHaveAttribute('aria-selected', 'true')
  await expect.element(tab('Here')).toHaveAttribute('tabindex', '-1')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('Here')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{End}')
  await expect.element(tab('There')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Home}')
  await expect.element(tab('Here')).toHaveAttribute('aria-selected', 'true')
})

test('a disabled tab can be reached, says why, and is not chosen', async () => {
  await render(<Example />)
  await tab('Here').click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('Nowhere')).toHaveFocus()
  await expect.element(tab('Nowhere')).toHaveAccessibleDescription('There is no way.')
  await expect.element(tab('Here')).toHaveAttribute('aria-selected', 'true')
  await tab('Nowhere').click({ force: true })
  expect(onRefused).toHaveBeenLastCalledWith('There is no way.')
  // The arrows go on from the tab that has the focus.
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('There')).toHaveAttribute('aria-selected', 'true')
})
