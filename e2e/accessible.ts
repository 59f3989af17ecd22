import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright/test'
import { nextFrame } from './explorer.ts'
import { expect } from './fixtures.ts'
import { isLong } from './support/longForm.ts'

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Runs axe; its source goes in by the debugger, as the policy refuses inline scripts. */
export async function expectAccessible(
  page: Page,
  state = 'the page',
  rules: Rules = ALL,
  within: string | null = null,
): Promise<void> {
  // An animation's first frame has other colours; one that never ends is not waited for.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
        .map((animation) => animation.finished.catch(() => null)),
    ),
  )
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(await axeSource)
  const violations = await page.evaluate(
    async ([runOnly, part]) => {
      const axe: { run(within: object, options: object): Promise<AxeResults> } = Reflect.get(window, 'axe')
      // Nobody gets at what lies behind a dialog; it was looked at before that opened. The rows of a grid are alike.
      const whole = document.querySelector('dialog:modal') ?? document.documentElement
      const include = [part === null ? whole : document.querySelector(part)]
      const exclude = [...document.querySelectorAll('[role="grid"] [role="row"]:nth-child(n + 9)')]
      const results = await axe.run({ include, exclude }, { runOnly, resultTypes: ['violations'] })
      // Monaco's text box is as narrow as the cursor and goes with it: one clicks the text, all over the editor.
      return results.violations
        .map(({ id, help, nodes }) => ({
          id,
          help,
          nodes: nodes.filter(({ html }) => id !== 'target-size' || !html.includes('native-edit-context')),
        }))
        .filter(({ nodes }) => nodes.length > 0)
        .map(({ id, help, nodes }) => ({
          id,
          help,
          nodes: nodes.slice(0, 5).map((node) => `${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
        }))
    },
    [rules, within] as const,
  )
  expect(violations, state).toEqual([])
}

interface Rules {
  readonly type: 'tag' | 'rule'
  readonly values: readonly string[]
}

const ALL: Rules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/** The rules that a theme has a part in. */
const COLOURS: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** The page hears of another theme with a frame, and the editor's colours are there with the next. */
async function showIn(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await nextFrame(page)
  await nextFrame(page)
}

/** The same in both themes, on one page. */
export async function expectAccessibleInBothThemes(
  page: Page,
  state: string,
  within: string | null = null,
): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await showIn(page, colorScheme)
    await expectAccessible(page, `${state}, ${colorScheme}`, colorScheme === 'dark' ? ALL : COLOURS, within)
  }
}

/**
 * The same in both themes, each 1440 and 390 px wide, on one page; each theme at one of these widths only, unless it is
 * `npm run long`. With `within`, only that part of the page.
 */
export async function expectAccessibleEverywhere(
  page: Page,
  state: string,
  within: string | null = null,
): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // The page hears of its new width with the next frame, and is looked at as it is after that.
    await nextFrame(page)
    const colorScheme = width === 390 ? 'dark' : 'light'
    await showIn(page, colorScheme)
    if (isLong) await expectAccessibleInBothThemes(page, `${state}, ${width} px`, within)
    else await expectAccessible(page, `${state}, ${width} px, ${colorScheme}`, ALL, within)
  }
}
