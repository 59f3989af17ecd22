/** A request answered with an error. Thrown anywhere in the service; only `service.ts` turns it into a response. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  /** The envelope's `error`. A bare string is the whole body (CKAN's 400). */
  readonly error: Readonly<Record<string, unknown>> | string

  constructor(status: number, error: Readonly<Record<string, unknown>> | string) {
    super(typeof error === 'string' ? error : JSON.stringify(error))
    this.status = status
    this.error = error
  }
}

/** 409: for each parameter a list of messages (CKAN's exceptions: `info`, `records_row`, lists of objects). */
export function invalid(members: Readonly<Record<string, unknown>>): Refusal {
  return new Refusal(409, { ...members, __type: 'Validation Error' })
}

/** 404, with CKAN's "Not found: " before the message. */
export function notFound(message: string): Refusal {
  return new Refusal(404, { message: `Not found: ${message}`, __type: 'Not Found Error' })
}

/** 403, with CKAN's "Access denied: " before the message. */
export function forbidden(message: string): Refusal {
  return new Refusal(403, { message: `Access denied: ${message}`, __type: 'Authorization Error' })
}

/** 400, a bare JSON string with CKAN's "Bad request: " before the message. */
export function badRequest(message: string): Refusal {
  return new Refusal(400, `Bad request: ${message}`)
}

/** 507: the disk is full. */
export const diskFull = new Refusal(507, {
  message:
    'The disk that holds the data is full, so this could not be done and nothing was changed. Tables can still be read. The administrator has to make room on that disk; then send the request again, the service need not be restarted.',
  __type: 'Insufficient Storage',
})
