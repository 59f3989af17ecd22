import { expect, type Locator, type Page } from 'playwright/test'
import { drawer } from '../seeing.ts'

/** Figures of the open profile by their names, as plain digits, once it says of which records they are (`from`). */
export async function figuresOf(page: Page, column: string, from: RegExp): Promise<Readonly<Record<string, string>>> {
  const about = drawer(page).getByRole('region', { name: column, exact: true })
  await expect(about).toContainText(from)
  const pairs = await about
    .locator('dt')
    .evaluateAll((names) =>
      names.map((name) => [name.textContent.trim(), name.nextElementSibling?.textContent.trim() ?? ''] as const),
    )
  return Object.fromEntries(pairs.map(([name, value]) => [name, value.replaceAll(',', '')]))
}

/** The values of a facet with their counts, as it names them, but null. */
export async function valuesOf(facet: Locator): Promise<readonly string[]> {
  const names = await facet.getByRole('checkbox').evaluateAll((all) => all.map((each) => each.ariaLabel ?? ''))
  return names.filter((name) => !name.startsWith('null'))
}
