import { Socket, type OnReadOpts, type SocketConstructorOpts } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * A socket for pg. All of these read into the same memory. By default a socket allocates memory for each piece that comes,
 * and the garbage collector stops the thread far more often (measured).
 */
export function newSocket(): Duplex {
  const onread: OnReadOpts = {
    buffer: received,
    callback(length) {
      const piece = received.subarray(0, length)
      socket.emit('data', inPlace.has(socket) ? piece : Buffer.from(piece))
      return true
    },
  }
  // The constructor takes what its types have for `connect`, which pg calls.
  const options: SocketConstructorOpts & { readonly onread: OnReadOpts } = { onread }
  const socket = new Socket(options)
  return socket
}

/**
 * Has listeners to the data of a socket get that memory itself: they must be done with a piece when they return. Until then
 * each gets a copy.
 */
export function readInPlace(stream: Duplex): void {
  inPlace.add(stream)
}

/** A piece is read and passed on before the next one of any socket. */
const received = Buffer.allocUnsafeSlow(64 * 1024)

const inPlace = new WeakSet<Duplex>()
