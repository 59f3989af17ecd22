import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { OpenableItem } from './OpenableItem.tsx'

test('a line opens here, in a tab behind, or in one that is shown, by pointer, key and menu', async () => {
  const onOpen = vi.fn<() => void>()
  const onTab = vi.fn<(isShown: boolean) => void>()
  await render(
    <OpenableItem name="Wells" onOpen={onOpen} onTab={onTab}>
      Wells
    </OpenableItem>,
  )
  const line = page.getByRole('button', { name: 'Wells' })
  await userEvent.click(line)
  expect(onOpen).toHaveBeenCalledOnce()
  await userEvent.click(line, { modifiers: ['Control'] })
  await userEvent.click(line, { button: 'middle' })
  expect(onTab.mock.calls).toEqual([[false], [false]])
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onTab).toHaveBeenLastCalledWith(true)
  await userEvent.click(line, { button: 'right' })
  await userEvent.click(page.getByRole('menuitem', { name: 'Open in a new tab' }))
  expect(onTab.mock.calls).toEqual([[false], [false], [true], [true]])
  expect(onOpen).toHaveBeenCalledOnce()
})
