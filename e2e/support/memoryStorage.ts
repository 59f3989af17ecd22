import type { TextStorage } from '../../src/storage/browserStorage.ts'

/** For tests: a storage over a map. With `refuses` reading and writing throw, as a browser's do when storage is denied. */
export function memoryStorage(items = new Map<string, string>(), refuses = false): TextStorage {
  const open = () => {
    if (refuses) throw new DOMException('The operation is insecure.', 'SecurityError')
    return items
  }
  return {
    getItem: (name) => open().get(name) ?? null,
    setItem: (name, value) => void open().set(name, value),
    removeItem: (name) => void open().delete(name),
  }
}
