/** Starts the worker of the page's own PostgreSQL; null in a build without it. */
export const startWorker: (() => Worker) | null = () =>
  new Worker(new URL('../service/browser/worker.ts', import.meta.url), { type: 'module' })
