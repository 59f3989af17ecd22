import { expect, type Locator, type Page } from 'playwright/test'
import { tabTo } from './explorer.ts'

/** How someone works: by mouse, or by keyboard alone. Both type. */
export interface Hand {
  readonly press: (target: Locator) => Promise<void>
  readonly type: (into: Locator, text: string) => Promise<void>
  /** Takes an option of a select, or of a list that is open. */
  readonly choose: (list: Locator, option: string) => Promise<void>
  /** Ticks one of a list that is a single stop of Tab. */
  readonly tick: (list: Locator, name: string) => Promise<void>
}

/** Does all with the mouse, but typing. */
export function byMouse(page: Page): Hand {
  return {
    press: (target) => target.click(),
    type: async (into, text) => {
      await into.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    choose: async (list, option) => {
      const isSelect = await list.evaluate((element) => element instanceof HTMLSelectElement)
      // The browser draws the options of a select itself, out of reach of a driven mouse.
      if (isSelect) await list.selectOption(option)
      else await list.getByRole('option', { name: option, exact: true }).click()
    },
    tick: (list, name) => list.getByRole('checkbox', { name, exact: true }).click(),
  }
}

/** Does all with the keyboard. */
export function byKeyboard(page: Page): Hand {
  return {
    press: async (target) => {
      await expect(target).toBeVisible()
      await tabTo(page, target)
      const isTick = await target.evaluate((element) => element instanceof HTMLInputElement)
      await page.keyboard.press(isTick ? 'Space' : 'Enter')
    },
    type: async (into, text) => {
      await tabTo(page, into)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    choose: async (list, option) => {
      await tabTo(page, list)
      if (await list.evaluate((element) => element instanceof HTMLSelectElement)) {
        await page.keyboard.type(option)
        return expect(list.locator('option:checked')).toHaveText(option)
      }
      const chosen = list.getByRole('option', { name: option, exact: true, selected: true })
      await page.keyboard.press('Home')
      for (let steps = 0; (await chosen.count()) === 0; steps += 1) {
        if (steps === 40) throw new Error(`There is no operator ${option}`)
        await page.keyboard.press('ArrowDown')
      }
    },
    tick: async (list, name) => {
      await tabTo(page, list.getByRole('checkbox'))
      await page.keyboard.press('Home')
      const wanted = list.getByRole('checkbox', { name, exact: true })
      const isThere = () => wanted.evaluate((element) => element === document.activeElement)
      for (let steps = 0; !(await isThere()); steps += 1) {
        if (steps === 60) throw new Error(`The arrows do not lead to ${name}`)
        await page.keyboard.press('ArrowDown')
      }
      await page.keyboard.press('Space')
    },
  }
}
