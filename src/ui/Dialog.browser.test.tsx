import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Dialog } from './Dialog.tsx'
import { TextField } from './Field.tsx'
import { Popover } from './floating/Popover.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })

function WithDialog() {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {open && (
        <Dialog title="Connection" onClose={() => setOpen(false)} foot={<button>Save</button>}>
          <TextField label="First" value="" onChange={() => undefined} />
          <TextField
            label="Name"
            value={name}
            onChange={setName}
            data-autofocus=""
            error={name === '' ? 'Give it a name' : null}
          />
        </Dialog>
      )}
    </>
  )
}

test('a dialog takes the focus, describes what is wrong in it, and gives the focus back', async () => {
  await render(<WithDialog />)
  await button('Open').click()
  await expect.element(page.getByRole('dialog', { name: 'Connection' })).toBeVisible()
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await expect.element(name).toHaveAccessibleDescription('Give it a name')
  await userEvent.keyboard('Here')
  await expect.element(name).not.toHaveAttribute('aria-invalid')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button('Open')).toHaveFocus()
  await button('Open').click()
  await button('Close').click()
  await expect.element(button('Open')).toHaveFocus()
})

function WithPopover() {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button ref={anchor} onClick={() => setOpen(true)}>
        Open
      </button>
      <Popover open={open} onClose={() => setOpen(false)} anchor={anchor} label="Filter">
        <input aria-label="Value" />
        <button>Apply</button>
      </Popover>
      <p style={{ marginBlockStart: 300 }}>
        <button>Elsewhere</button>
      </p>
    </>
  )
}

test('a popover keeps Tab inside and gives the focus back on Escape', async () => {
  await render(<WithPopover />)
  await button('Open').click()
  const value = page.getByRole('textbox', { name: 'Value' })
  await expect.element(value).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(button('Apply')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(value).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button('Open')).toHaveFocus()
})

test('a press outside closes a popover, and the focus stays where it went', async () => {
  await render(<WithPopover />)
  await button('Open').click()
  await expect.element(page.getByRole('textbox', { name: 'Value' })).toHaveFocus()
  await button('Elsewhere').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button('Elsewhere')).toHaveFocus()
})

function WithQuestion() {
  const [isOpen, setIsOpen] = useState(true)
  const [text, setText] = useState('')
  if (!isOpen) return <p>closed</p>
  return (
    <Dialog title="New table" lost={text === '' ? null : 'Lost?'} onClose={() => setIsOpen(false)}>
      <TextField label="Text" value={text} onChange={setText} data-autofocus="" />
    </Dialog>
  )
}

test('Esc pressed again and again neither closes a dialog that asks nor takes what was typed', async () => {
  await render(<WithQuestion />)
  const text = page.getByRole('textbox', { name: 'Text' })
  await userEvent.keyboard('a,b')
  for (const asks of [true, false, true, false, true]) {
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog', { name: 'New table' })).toBeVisible()
    await expect.poll(() => page.getByRole('alert').elements().length).toBe(asks ? 1 : 0)
    await expect.element(asks ? button('Keep editing') : text).toHaveFocus()
  }
  await expect.element(text).toHaveValue('a,b')
  await button('Keep editing').click()
  await text.clear()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('closed')).toBeVisible()
})
