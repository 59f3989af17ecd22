import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { readingOf, type FieldDraft } from './edit/recordDraft.ts'
import { RecordField, RecordInput } from './RecordFields.tsx'

test("signs that can't be seen are shown in a value, as the grid shows them", async () => {
  const field = { id: 'file', type: 'text' }
  const screen = await render(
    <dl>
      <RecordField field={field} value={String.raw`"first\nexe.\u202Egnp"`} />
    </dl>,
  )
  expect(screen.getByRole('definition').element().textContent).toBe('first\nexe.⟨U+202E⟩gnp')
})

test('a field without a name is called so where it is edited', async () => {
  const screen = await render(
    <RecordInput
      field={{ id: '', type: 'text' }}
      draft={{ text: 'a', isNull: false }}
      problem={null}
      isRounded={false}
      reading={null}
      onChange={() => undefined}
    />,
  )
  await expect.element(screen.getByRole('textbox', { name: '(no name)' })).toHaveValue('a')
})

test('a date that can be read in two ways is asked by keyboard, and one told as it is stored', async () => {
  const field = { id: 'day', type: 'date' }
  function Form() {
    const [draft, setDraft] = useState<FieldDraft>({ text: '', isNull: true })
    const reading = readingOf(draft, field)
    return <RecordInput {...{ field, draft, reading }} problem={null} isRounded={false} onChange={setDraft} />
  }
  const screen = await render(<Form />)
  const input = screen.getByRole('textbox', { name: 'day' })
  await input.fill('31/12/2024')
  await expect.element(screen.getByRole('status')).toHaveTextContent('Will be stored as 2024-12-31.')
  await input.fill('5/6/2024')
  await expect.element(screen.getByRole('status')).toHaveTextContent('“5/6/2024” can be read in two ways.')
  await expect.element(screen.getByRole('button', { name: '2024-05-06' })).toBeVisible()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveValue('2024-06-05')
  await expect.element(input).toHaveFocus()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
})

test('a time says that it may be stored finer than shown until it is changed', async () => {
  const field = { id: 'at', type: 'timestamp' }
  const draft = { text: '2024-05-06T10:00:00', isNull: false }
  const input = (reading: ReturnType<typeof readingOf>) => (
    <RecordInput {...{ field, draft, reading }} problem={null} isRounded={false} onChange={() => undefined} />
  )
  const screen = await render(input(readingOf(undefined, field)))
  await expect.element(screen.getByText('The stored time may be finer than shown')).toBeVisible()
  await screen.rerender(input(readingOf(draft, field)))
  await expect.element(screen.getByText('The stored time may be finer than shown')).not.toBeInTheDocument()
})
