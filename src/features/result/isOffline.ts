import { NetworkError } from '../../instances/transport/networkError.ts'

/**
 * Whether something failed only because the device is offline: the page says that once, above all panels, and repeats what
 * failed as soon as it is back. What people started themselves, such as a statement, still says that it was not done.
 */
export function isOffline(error: unknown): boolean {
  return error instanceof NetworkError && error.problem.code === 'deviceOffline'
}
