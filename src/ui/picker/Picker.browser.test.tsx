import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Picker } from './Picker.tsx'
import type { PickerOption } from './pickerProps.ts'

const TABLES: readonly PickerOption[] = [
  { id: 'a', title: 'bird_strikes', detail: 'by airport' },
  { id: 'b', title: 'field_programmes', keywords: 'rivers' },
  { id: 'c', title: 'gauges', hint: 'Since 1990' },
]

const onPick = vi.fn<(id: string) => void>()
const onAction = vi.fn<(id: string) => void>()
const onOuterKey = vi.fn<(key: string) => void>()

beforeEach(() => vi.clearAllMocks())

function Example({ options = TABLES }: { readonly options?: readonly PickerOption[] }) {
  const [id, setId] = useState('b')
  const value = options.find((option) => option.id === id)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for a dialog around the picker
    <div onKeyDown={(event) => event.defaultPrevented || onOuterKey(event.key)}>
      <Picker
        label="Resource"
        value={value === undefined ? null : { id, title: value.title }}
        placeholder="Choose a table"
        options={options}
        onPick={(picked) => {
          onPick(picked)
          setId(picked)
        }}
        actions={[{ id: 'new', title: 'New connection' }]}
        onAction={onAction}
        fromText={(text) => (text.startsWith('id-') ? { id: text, title: `Open ${text}` } : null)}
      />
    </div>
  )
}

const box = () => page.getByRole('combobox', { name: 'Resource' })
/** By script, once it is drawn: Tab pressed too early leads past it. */
async function focusBox(): Promise<void> {
  await expect.element(box()).toBeVisible()
  const element = box().element()
  if (element instanceof HTMLElement) element.focus()
}
const option = (name: string | RegExp) => page.getByRole('option', { name })
const titles = () =>
  page
    .getByRole('option')
    .elements()
    .map((element) => element.querySelector('span span')?.textContent)
const marked = () => document.querySelector('[role="option"][data-marked]')?.textContent

test('a click opens the whole list at the value that is chosen', async () => {
  await render(<Example />)
  await expect.element(box()).toHaveAttribute('aria-expanded', 'false')
  await box().click()
  await expect.element(box()).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByRole('listbox', { name: 'Resource' })).toBeVisible()
  expect(titles()).toEqual(['bird_strikes', 'field_programmes', 'gauges', 'New connection'])
  await expect.element(option('field_programmes')).toHaveAttribute('aria-selected', 'true')
  await expect.element(option('gauges')).toHaveAttribute('title', 'Since 1990')
  expect(marked()).toBe('field_programmes')
  const id = option('field_programmes').element().id
  await expect.element(box()).toHaveAttribute('aria-activedescendant', id)
})

test('typing filters by title, detail and keywords; Enter takes the first', async () => {
  await render(<Example />)
  await focusBox()
  await userEvent.keyboard('airport')
  await expect.poll(titles).toEqual(['bird_strikes', 'New connection'])
  await box().fill('rivers')
  await expect.poll(titles).toEqual(['field_programmes', 'New connection'])
  await box().fill('gau')
  await userEvent.keyboard('{Enter}')
  expect(onPick).toHaveBeenLastCalledWith('c')
  await expect.element(box()).toHaveValue('gauges')
  await expect.element(box()).toHaveAttribute('aria-expanded', 'false')
})

test('the arrows go through choices and commands', async () => {
  await render(<Example />)
  await focusBox()
  await userEvent.keyboard('{Enter}')
  await expect.poll(marked).toBe('field_programmes')
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(marked).toBe('bird_strikesby airport')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.poll(marked).toBe('New connection')
  await userEvent.keyboard('{Enter}')
  expect(onAction).toHaveBeenLastCalledWith('new')
  expect(onPick).not.toHaveBeenCalled()
  await expect.element(box()).toHaveValue('field_programmes')
})

test('what matches nothing says so, and Enter runs no command by surprise', async () => {
  await render(<Example />)
  await box().fill('owls')
  await expect.element(page.getByText('Nothing matches.')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(onPick).not.toHaveBeenCalled()
  expect(onAction).not.toHaveBeenCalled()
  await expect.element(box()).toHaveValue('owls')
})

test('an option can be made of the text', async () => {
  await render(<Example />)
  await box().fill('id-7')
  await userEvent.keyboard('{Enter}')
  expect(onPick).toHaveBeenLastCalledWith('id-7')
})

test('Escape and leaving restore the value; an Escape that closes the list goes no further, the next one does', async () => {
  await render(
    <>
      <Example />
      <button style={{ marginBlockStart: 300 }}>Next</button>
    </>,
  )
  await box().fill('gau')
  await userEvent.keyboard('{Escape}')
  await expect.element(box()).toHaveValue('field_programmes')
  await expect.element(box()).toHaveAttribute('aria-expanded', 'false')
  await expect.element(box()).toHaveFocus()
  expect(onOuterKey).not.toHaveBeenCalledWith('Escape')
  await userEvent.keyboard('{Escape}')
  expect(onOuterKey).toHaveBeenLastCalledWith('Escape')
  await box().fill('gau')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(box()).toHaveValue('field_programmes')
  expect(onPick).not.toHaveBeenCalled()
})

test('of a long list 200 are shown, and how many more there are', async () => {
  const many = Array.from({ length: 1450 }, (_, at) => ({ id: String(at), title: `table ${at}` }))
  await render(<Example options={many} />)
  await box().click()
  await expect.poll(() => titles().length).toBe(201)
  await expect.element(page.getByText('1,250 more, type to find them')).toBeVisible()
  await box().fill('table 1449')
  await expect.poll(titles).toEqual(['table 1449', 'New connection'])
})
