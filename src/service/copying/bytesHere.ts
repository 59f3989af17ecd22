/** Bytes for COPY. A real `Blob` of this size goes to the browser's main process, and comes back when it is read. */
export class BytesHere extends Blob {
  readonly #bytes: ArrayBuffer

  constructor(bytes: ArrayBuffer) {
    super()
    this.#bytes = bytes
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes
  }
}
