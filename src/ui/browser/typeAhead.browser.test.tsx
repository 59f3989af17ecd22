import { useEffect, useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Popover } from '../floating/Popover.tsx'
import { typeAhead } from './typeAhead.ts'

/** A button whose panel comes after its press, as one that has to be loaded. */
function Adder({
  comes,
  onKey,
  onEnter,
}: {
  readonly comes: Promise<void>
  readonly onKey: (key: string) => void
  readonly onEnter: (text: string) => void
}) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isHere, setHere] = useState(false)
  const [text, setText] = useState('')
  useEffect(() => void comes.then(() => setHere(true)), [comes])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys that run something
    <div onKeyDown={({ key }) => onKey(key)}>
      <button ref={anchor} type="button" onClick={typeAhead}>
        Add
      </button>
      <Popover open={isHere} onClose={() => setHere(false)} anchor={anchor} label="new">
        <input
          aria-label="Find"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={({ key }) => key === 'Enter' && onEnter(text)}
        />
      </Popover>
    </div>
  )
}

test('what is typed before the panel has come runs nothing and is in its field, Enter too', async () => {
  const onKey = vi.fn<(key: string) => void>()
  const onEnter = vi.fn<(text: string) => void>()
  const arrival = new EventTarget()
  const comes = new Promise<void>((resolve) => {
    arrival.addEventListener('come', () => resolve())
  })
  await render(<Adder comes={comes} onKey={onKey} onEnter={onEnter} />)
  await userEvent.click(page.getByRole('button', { name: 'Add' }))
  await userEvent.keyboard('stagp{Backspace}e is S{Enter}x')
  expect(onKey).not.toHaveBeenCalled()
  arrival.dispatchEvent(new Event('come'))
  await expect.element(page.getByRole('textbox', { name: 'Find' })).toHaveValue('stage is S')
  await expect.poll(() => onEnter.mock.calls).toEqual([['stage is S']])
  await userEvent.keyboard('!')
  await expect.element(page.getByRole('textbox', { name: 'Find' })).toHaveValue('stage is S!')
})

test('Esc gives up what was typed, and keys are what they were', async () => {
  const onKey = vi.fn<(key: string) => void>()
  await render(<Adder comes={new Promise(() => undefined)} onKey={onKey} onEnter={() => undefined} />)
  await userEvent.click(page.getByRole('button', { name: 'Add' }))
  await userEvent.keyboard('st{Escape}p')
  expect(onKey.mock.calls).toEqual([['p']])
})
