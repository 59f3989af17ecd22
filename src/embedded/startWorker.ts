import address from 'rowan:engine-worker'
import { scriptUrl } from './scriptUrl.ts'

/** Starts the worker of the page's own PostgreSQL; null in a build without it. */
export const startWorker: (() => Worker) | null = address === null ? null : starterOf(address)

function starterOf(script: string): () => Worker {
  return () => new Worker(scriptUrl(script), { type: 'module' })
}
