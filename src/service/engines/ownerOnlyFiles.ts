import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']

/**
 * The files of a PGlite in a folder, all for their owner alone: PGlite gives some of its files rights for everybody,
 * whatever the process's umask is (measured with 0.5.16).
 */
export class OwnerOnlyFiles extends NodeFS {
  override async init(...parameters: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(...parameters)
    const preRun = [...(emscriptenOpts.preRun ?? []), keepOthersOut]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/** Changes how the program, before it runs, sets the rights of a file in the folder. */
function keepOthersOut(program: object): void {
  const operations: unknown = Reflect.get(Reflect.get(program, 'NODEFS'), 'node_ops')
  const set: unknown = typeof operations === 'object' && operations ? Reflect.get(operations, 'setattr') : null
  if (typeof operations !== 'object' || !operations || typeof set !== 'function') {
    throw new Error('PGlite has no NODEFS.node_ops.setattr')
  }
  Reflect.set(operations, 'setattr', (node: unknown, attributes: { readonly mode?: number }) => {
    const { mode } = attributes
    Reflect.apply(set, operations, [node, mode === undefined ? attributes : { ...attributes, mode: mode & ~0o077 }])
  })
}
