// oxlint-disable-next-line import/default, no-restricted-imports -- Vite makes an address of it; the exception in README.
import address from '../service/browser/worker.ts?worker&url'
import { scriptUrl } from './scriptUrl.ts'

/** Starts the worker of the page's own PostgreSQL; null in a build without it. */
export const startWorker: (() => Worker) | null = () => new Worker(scriptUrl(address), { type: 'module' })
