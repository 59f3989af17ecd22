import type { Handler } from '../protocol/handler.ts'

/** The network. (`fetch` has to be called as a function of its window, so it can't be handed over itself.) */
export const httpHandler: Handler = (request) => fetch(request)
