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

test('what is typed and entered before the list has loaded is picked once it has', async () => {
  const onPick = vi.fn<(id: string) => void>()
  const options = [
    { id: 'a', title: 'bird_strikes' },
    { id: 'c', title: 'gauges' },
  ]
  await render(<Picker label="Resource" value={null} placeholder="Choose a table" options={options} onPick={onPick} />)
  await page.getByRole('combobox').fill('gau')
  await userEvent.keyboard('{Enter}')
  expect(onPick).not.toHaveBeenCalled()
  arrival.arriving.arrive()
  await expect.poll(() => onPick.mock.calls).toEqual([['c']])
  await expect.element(page.getByRole('combobox')).toHaveAttribute('aria-expanded', 'false')
  await expect.element(page.getByRole('combobox')).toHaveFocus()
})
