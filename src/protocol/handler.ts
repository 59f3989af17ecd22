/**
 * Answers one HTTP request: a remote server by `fetch`, our service in a worker, or the service itself in a test.
 * Rejects only where `fetch` would: a network failure (`TypeError`) or an abort (`AbortError`).
 */
export type Handler = (request: Request) => Promise<Response>
