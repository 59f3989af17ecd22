/** Takes the place of `startWorker.ts` in a build without the service, or with `EMBEDDED=0`. */
export const startWorker: (() => Worker) | null = null
