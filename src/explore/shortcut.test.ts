import { expect, it } from 'vitest'
import { shortcutOf } from './shortcut.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false }

it('takes single letters outside text only', () => {
  expect(shortcutOf({ ...plain, key: 'F' }, 'page')).toBe('f')
  expect(shortcutOf({ ...plain, key: '/' }, 'page')).toBe('/')
  expect(shortcutOf({ ...plain, key: 'f' }, 'text')).toBeNull()
  expect(shortcutOf({ ...plain, key: 'f', ctrlKey: true }, 'page')).toBeNull()
  expect(shortcutOf({ ...plain, key: 'f', isComposing: true }, 'page')).toBeNull()
})

it('runs and stops from text too, but not from a dialog', () => {
  expect(shortcutOf({ ...plain, key: 'Enter', ctrlKey: true }, 'text')).toBe('Mod+Enter')
  expect(shortcutOf({ ...plain, key: 'Enter', metaKey: true }, 'page')).toBe('Mod+Enter')
  expect(shortcutOf({ ...plain, key: 'Escape' }, 'text')).toBe('Escape')
  expect(shortcutOf({ ...plain, key: 'Escape' }, 'dialog')).toBeNull()
})
