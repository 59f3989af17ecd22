import { expect, test } from 'vitest'
import { linkOf } from './linkOf.ts'

test('an address of the web is a link, and nothing else is', () => {
  expect(linkOf('https://data.example/a?b=c#d')).toBe('https://data.example/a?b=c#d')
  expect(linkOf('HTTP://data.example')).toBe('http://data.example/')
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,<script>',
    'www.data.example',
    'see https://data.example',
    'https://data.example https://b.example',
    'https://bank.example@elsewhere.example/',
    'https://',
    'https://data.example/\u202egpj.exe',
    `https://data.example/${'a'.repeat(3000)}`,
    '',
  ])
    expect(linkOf(text), text).toBeNull()
})
