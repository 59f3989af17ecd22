import { request as open } from 'node:http'

/** The request with its body as text, so that sending it takes no time. */
export function readyToSend({ body, ...request }) {
  return { ...request, text: request.form ?? (body === undefined ? null : JSON.stringify(body)) }
}

/**
 * One request; resolves with status and text, rejects if the connection breaks. With `leaveAfterBytes` or `leaveAfterMs`
 * it doesn't wait for the whole answer: it closes the connection, and in the latter case resolves with the status `left`.
 */
export function send(origin, request, { agent, token, signal } = {}) {
  const { action, path, form, leaveAfterBytes, leaveAfterMs, text } =
    request.text === undefined ? readyToSend(request) : request
  return new Promise((resolve, reject) => {
    const asked = open(
      new URL(path ?? `/api/3/action/${action}`, origin),
      {
        method: text === null ? 'GET' : 'POST',
        agent,
        signal,
        headers: {
          ...(text === null
            ? {}
            : {
                'content-type': form === undefined ? 'application/json' : 'application/x-www-form-urlencoded',
                'content-length': Buffer.byteLength(text),
              }),
          ...(token === undefined ? {} : { authorization: token }),
        },
      },
      (answer) => {
        let read = 0
        const begun = []
        answer.on('data', (chunk) => {
          // Of a large answer the beginning says enough.
          if (read < 2000) begun.push(chunk)
          read += chunk.length
          if (leaveAfterBytes !== undefined && read > leaveAfterBytes) {
            answer.destroy()
            resolve({ status: answer.statusCode, text: '' })
          }
        })
        answer.once('end', () => resolve({ status: answer.statusCode, text: Buffer.concat(begun).toString() }))
        answer.once('error', reject)
      },
    )
    if (leaveAfterMs !== undefined) {
      const timer = setTimeout(() => {
        resolve({ status: 'left', text: '' })
        asked.destroy()
      }, leaveAfterMs)
      asked.once('close', () => clearTimeout(timer))
    }
    asked.once('error', reject)
    asked.end(text ?? undefined)
  })
}
