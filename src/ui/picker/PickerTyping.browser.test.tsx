import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Picker } from './Picker.tsx'

const arrival = vi.hoisted(() => {
  const arriving = { arrive: () => {} }
  const arrived = new Promise<void>((resolve) => void (arriving.arrive = resolve))
  return { arriving, arrived }
})
vi.mock(import('./OpenPicker.tsx'), async (load) => {
  await arrival.arrived
  return load()
})

const named = (title: string) => (
  <Picker label="Resource" value={{ id: 'a', title }} placeholder="Choose a table" options={[]} onPick={() => {}} />
)

test('what is typed replaces a title that has just come, and goes on where it was once the list has loaded', async () => {
  const combobox = page.getByRole('combobox')
  const { rerender } = await render(named('0a0a0a0a…'))
  await userEvent.tab()
  await rerender(named('bird_strikes'))
  await userEvent.keyboard('ga')
  await expect.element(combobox).toHaveValue('ga')
  arrival.arriving.arrive()
  await expect.element(combobox).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('u')
  await expect.element(combobox).toHaveValue('gau')
})
