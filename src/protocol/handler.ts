/**
 * Answers one HTTP request: a remote server by `fetch`, our service in a worker, or the service itself in a test.
 * Rejects only when `fetch` would: with a network failure (a `TypeError` of the browser, a `ProblemError` of a worker) or
 * an `AbortError`.
 */
export type Handler = (request: Request) => Promise<Response>
