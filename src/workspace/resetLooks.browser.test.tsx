import { expect, test } from 'vitest'
import { resetLooks } from './resetLooks.ts'

test('what anybody has typed or made outlives the reset of a page that could not be drawn', () => {
  const stays = [
    'rowan.token.a',
    'rowan.instances',
    'rowan.unsavedQueries',
    'rowan.shownQueries',
    'rowan.copies',
    'other',
  ]
  const goes = ['rowan.setting.theme', 'rowan.setting.chartShare', 'rowan.capabilities', 'rowan.firstSeen']
  for (const name of [...stays, ...goes]) localStorage.setItem(name, '1')
  sessionStorage.setItem('rowan.profiles', '1')
  sessionStorage.setItem('rowan.token.b', '1')
  resetLooks()
  expect(
    Object.keys(localStorage)
      .filter((name) => stays.includes(name) || goes.includes(name))
      .toSorted(),
  ).toEqual(stays.toSorted())
  expect(Object.keys(sessionStorage).filter((name) => name.startsWith('rowan.'))).toEqual(['rowan.token.b'])
  localStorage.clear()
  sessionStorage.clear()
})
