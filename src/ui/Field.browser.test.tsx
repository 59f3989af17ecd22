import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Checkbox, SearchField, Select, TextField } from './Field.tsx'

test('a search field is emptied by its button and by Escape, which goes no further', async () => {
  const onOuterKey = vi.fn<(key: string) => void>()
  function Example() {
    const [text, setText] = useState('')
    return (
      <>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for a dialog around the field */}
        <div onKeyDown={({ key }) => onOuterKey(key)}>
          <SearchField label="Find a value" value={text} onChange={setText} />
        </div>
      </>
    )
  }
  await render(<Example />)
  const field = page.getByRole('searchbox', { name: 'Find a value' })
  await expect.element(field).toHaveAttribute('placeholder', 'Find a value')
  await field.fill('water')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('owl')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('')
  expect(onOuterKey).not.toHaveBeenCalledWith('Escape')
  await userEvent.keyboard('{Escape}')
  expect(onOuterKey).toHaveBeenLastCalledWith('Escape')
})

test('a field is described by its error, its notice and its hint', async () => {
  await render(
    <TextField
      label="Base URL"
      value="x"
      onChange={() => undefined}
      error="Not an address"
      notice="Taken off: a slash"
      hint="As in the browser"
      aside="optional"
    />,
  )
  const field = page.getByRole('textbox', { name: 'Base URL' })
  await expect.element(field).toHaveAccessibleName('Base URL')
  await expect.element(field).toHaveAccessibleDescription('Not an address As in the browser')
  const notice = page.getByRole('status')
  await expect.element(notice).toHaveTextContent('Taken off: a slash')
  expect(field.element().getAttribute('aria-describedby')?.split(' ')).toContain(notice.element().id)
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
})

test('a checkbox and a list of choices report what was chosen', async () => {
  const onCheck = vi.fn<(checked: boolean) => void>()
  const onSelect = vi.fn<(value: string) => void>()
  await render(
    <>
      <Checkbox label="Remember" hint="On this device" checked={false} onChange={onCheck} />
      <Select
        label="Operator"
        value="is"
        onChange={onSelect}
        options={[
          { value: 'is', title: 'is' },
          { value: 'any', title: 'is any of' },
        ]}
      />
    </>,
  )
  const box = page.getByRole('checkbox', { name: 'Remember' })
  await expect.element(box).toHaveAccessibleDescription('On this device')
  await page.getByText('Remember').click()
  expect(onCheck).toHaveBeenLastCalledWith(true)
  await page.getByRole('combobox', { name: 'Operator' }).selectOptions('is any of')
  expect(onSelect).toHaveBeenLastCalledWith('any')
})
