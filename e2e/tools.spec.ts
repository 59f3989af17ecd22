import { firstCell, gotoKnown } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

test('in windows of any width every tool above a result is in sight, and an icon says its word', async ({
  page,
  rowan,
}) => {
  const known = { name: 'This server', baseUrl: rowan.origin, token: rowan.token }
  await gotoKnown(page, rowan.origin, known, `&table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible()
  const words = (name: string) => page.getByRole('button', { name, exact: true }).getByText(name, { exact: true })
  for (const width of [1440, 1280, 1024, 700]) {
    await page.setViewportSize({ width, height: 800 })
    const tools = ['Export', 'Columns', 'Add record', 'Column profile', 'Copy as', 'Share', 'Copy to this browser']
    for (const name of [...tools, 'Summarise', 'Chart', 'View as SQL']) {
      await expect(page.getByRole('button', { name, exact: true }), `${name} at ${width}`).toBeInViewport({ ratio: 1 })
    }
  }
  // Whoever may add records has two buttons more.
  await page.setViewportSize({ width: 1600, height: 800 })
  await expect(words('View as SQL')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1024, height: 800 })
  const size = () => words('View as SQL').boundingBox()
  await expect.poll(async () => (await size())?.width).toBe(1)
  // What is used most keeps its word longest.
  await expect(words('Columns')).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'View as SQL', exact: true }).hover()
  await expect.poll(async () => (await size())?.width).toBeGreaterThan(30)
})
