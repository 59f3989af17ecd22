import type { Page } from 'playwright/test'

/** A browser without private files, as a program for `workerFinds`. */
export const WITHOUT_FILES = 'delete StorageManager.prototype.getDirectory;'

/** A browser that denies its stores. */
export const DENIED = `
  StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('Denied', 'SecurityError'));
  IDBFactory.prototype.open = () => { throw new DOMException('Denied', 'SecurityError') };
  IDBFactory.prototype.databases = () => Promise.reject(new DOMException('Denied', 'SecurityError'));
`

/** Lets a program run in the page's database worker before its own. */
export async function workerFinds(page: Page, program: string): Promise<void> {
  // The service worker's own fetches would go past the route.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  await page.route(/\/assets\/worker-[^/]+\.js$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${program}\n${await response.text()}` })
  })
}
