/** Starts the worker of the page's own PostgreSQL; null in a build without it. */
export const startWorker: (() => Worker) | null = () =>
  new Worker(new URL('../service/worker.ts', import.meta.url), { type: 'module' })
