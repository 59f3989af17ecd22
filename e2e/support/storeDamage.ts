// What is done to the page's store while no page has it open. Each function runs in a page, and so holds all it needs.

/** Where the store is kept. */
export type Place = 'opfs' | 'indexeddb'

/** What is done to one file of the store. */
export interface Damage {
  readonly place: Place
  /** `list`: the file is PGlite's list of private files. */
  readonly kind: 'cut' | 'missing' | 'flip' | 'list'
  /** The file of the table with these bytes, or any of those whose path matches, by a number. */
  readonly file: { readonly holds: string } | { readonly matches: string; readonly number: number }
}

/** Adds to the page what the functions below have in common; for `addInitScript`. */
export function knowStore(): void {
  const FOLDER = 'rowan-postgres-18'
  const BASE = `/pglite/${FOLDER}`
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only what is inside gets to the page
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
    })
  const opened = async (name: string, stores: readonly string[]) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('upgradeneeded', () => {
      for (const store of stores) opening.result.createObjectStore(store)
    })
    return done(opening)
  }
  /** All entries of an object store, which may be changed by what is given for them: null removes one. */
  const everyEntry = async (name: string, store: string) => {
    const db = await opened(name, [store])
    try {
      const all = db.transaction(store).objectStore(store)
      const [keys, values] = await Promise.all([done(all.getAllKeys()), done<unknown[]>(all.getAll())])
      return keys.map((key, at) => [typeof key === 'string' ? key : '', values[at]] as const)
    } finally {
      db.close()
    }
  }
  const put = async (name: string, store: string, entries: readonly (readonly [string, unknown])[], empty: boolean) => {
    const db = await opened(name, [store])
    const transaction = db.transaction(store, 'readwrite')
    const all = transaction.objectStore(store)
    if (empty) all.clear()
    for (const [key, value] of entries)
      if (value === null) all.delete(key)
      else all.put(value, key)
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')))
    })
    db.close()
  }

  const folderOf = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER)
  const inFolder = async (path: string) => {
    const folder = await folderOf()
    const parts = path.split('/')
    return parts.length === 1
      ? ([folder, path] as const)
      : ([await folder.getDirectoryHandle('data', { create: true }), parts[1] ?? ''] as const)
  }

  const stores: Record<Place, Store> = {
    opfs: {
      async files() {
        const files: [string, Uint8Array<ArrayBuffer>][] = []
        const read = async (folder: FileSystemDirectoryHandle, before: string): Promise<void> => {
          for await (const handle of folder.values()) {
            if (handle instanceof FileSystemDirectoryHandle) await read(handle, `${handle.name}/`)
            else if (handle instanceof FileSystemFileHandle)
              files.push([`${before}${handle.name}`, new Uint8Array(await (await handle.getFile()).arrayBuffer())])
          }
        }
        await read(await folderOf(), '')
        return files
      },
      async write(name, bytes) {
        const [folder, file] = await inFolder(name)
        if (bytes === null) return folder.removeEntry(file)
        const writable = await (await folder.getFileHandle(file, { create: true })).createWritable()
        await writable.write(bytes)
        await writable.close()
      },
      async clear() {
        const root = await navigator.storage.getDirectory()
        await root.removeEntry(FOLDER, { recursive: true })
        await root.getDirectoryHandle(FOLDER, { create: true })
      },
      async paths() {
        const list = await (await (await (await folderOf()).getFileHandle('state.txt')).getFile()).text()
        const [first = '', ...changes] = list.split('\n')
        const names = new Map<string, string>()
        const walk = (node: { backingFilename?: string; children?: object }, path: string) => {
          if (node.backingFilename !== undefined) names.set(path, node.backingFilename)
          for (const [name, child] of Object.entries(node.children ?? {})) walk(child, `${path}/${name}`)
        }
        walk(JSON.parse(first).root, '')
        for (const line of changes) {
          const { opp, args } = JSON.parse(line || '{}')
          if (opp === 'createFileNode') names.set(args[0], args[1].backingFilename)
          if (opp === 'unlink') names.delete(args[0])
          if (opp === 'rename') {
            names.set(args[1], names.get(args[0]) ?? '')
            names.delete(args[0])
          }
        }
        return new Map([...names].map(([path, name]) => [path, `data/${name}`]))
      },
    },
    indexeddb: {
      async files() {
        return (await everyEntry(BASE, 'FILE_DATA')).flatMap(([key, value]) => {
          const held: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'contents') : null
          return ArrayBuffer.isView(held)
            ? [[key, new Uint8Array(held.buffer, held.byteOffset, held.byteLength).slice()] as const]
            : []
        })
      },
      async write(name, bytes) {
        const found = (await everyEntry(BASE, 'FILE_DATA')).find(([key]) => key === name)?.[1]
        const held = typeof found === 'object' ? found : null
        await put(BASE, 'FILE_DATA', [[name, bytes && { ...held, contents: bytes }]], false)
      },
      clear: async () => undefined,
      paths: async () =>
        new Map((await everyEntry(BASE, 'FILE_DATA')).map(([key]) => [key.slice(BASE.length), key] as const)),
    },
  }

  Object.assign(window, {
    store: {
      /** Damages one file; gives its path. */
      async damage({ place, kind, file }: Damage) {
        const from = stores[place]
        if (kind === 'list') {
          const number = 'number' in file ? file.number : 0
          const bytes = new Map(await from.files()).get('state.txt') ?? new Uint8Array()
          // Emptied, cut, flipped, or cut with its copy.
          const end = [0, Math.floor(bytes.length / 2), bytes.length, Math.floor(bytes.length / 3)][number % 4] ?? 0
          const now = bytes.slice(0, end)
          if (number % 4 === 2) now[now.length >> 1] = (now[now.length >> 1] ?? 0) ^ 255
          await from.write('state.txt', now)
          if (number % 4 === 3) await from.write('state.copy', now)
          return `/list ${['emptied', 'cut', 'flipped', 'cut with its copy'][number % 4]}`
        }
        const held = new Map(await from.files())
        const all = [...(await from.paths())]
          .map(([path, name]) => ({ path, name, bytes: held.get(name) ?? new Uint8Array() }))
          .filter(({ path, bytes }) => bytes.length > 0 && !path.endsWith('postmaster.pid'))
          .toSorted((a, b) => (a.path < b.path ? -1 : 1))
        const fitting = all.filter(({ path, bytes }) =>
          'holds' in file
            ? /^\/base\/\d+\/\d+$/.test(path) &&
              new TextDecoder('latin1').decode(bytes.subarray(8000, 8192)).includes(file.holds)
            : new RegExp(file.matches).test(path),
        )
        const chosen = fitting['number' in file ? file.number % fitting.length : 0]
        if (chosen === undefined) throw new Error('The file to damage is not there')
        const { path, name, bytes } = chosen
        if (kind === 'missing') await from.write(name, null)
        else if (kind === 'cut') await from.write(name, bytes.slice(0, Math.floor(bytes.length / 5)))
        else {
          for (let at = Math.min(100, bytes.length >> 1); at < bytes.length; at += 5000)
            bytes[at] = (bytes[at] ?? 0) ^ 255
          await from.write(name, bytes)
        }
        return path
      },
      /** Keeps a copy of the store in another database. */
      async keep(place: Place) {
        const files = await stores[place].files()
        const entries = place === 'opfs' ? files : await everyEntry(BASE, 'FILE_DATA')
        await put('kept for the test', 'files', entries, true)
      },
      /** Puts back what was kept. */
      async restore(place: Place) {
        const kept = await everyEntry('kept for the test', 'files')
        if (place === 'indexeddb') return put(BASE, 'FILE_DATA', kept, true)
        await stores.opfs.clear()
        await Promise.all(
          kept.map(async ([name, bytes]) => {
            if (bytes instanceof Uint8Array) await stores.opfs.write(name, new Uint8Array(bytes))
          }),
        )
      },
      /** Each file by its name, with what stands for its bytes. */
      async digests(place: Place) {
        return Promise.all(
          (await stores[place].files()).map(async ([name, bytes]) => {
            const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
            return [name, digest.slice(0, 8).join('')] as const
          }),
        )
      },
    },
  })

  interface Store {
    files(): Promise<readonly (readonly [string, Uint8Array<ArrayBuffer>])[]>
    /** Writes a file whole; null removes it. */
    write(name: string, bytes: Uint8Array<ArrayBuffer> | null): Promise<void>
    clear(): Promise<void>
    /** The names of files by their paths in PostgreSQL's folder. */
    paths(): Promise<ReadonlyMap<string, string>>
  }
}

/** In a page that knows the store. */
export interface KnownStore {
  damage(damage: Damage): Promise<string>
  keep(place: Place): Promise<void>
  restore(place: Place): Promise<void>
  digests(place: Place): Promise<readonly (readonly [string, string])[]>
}
