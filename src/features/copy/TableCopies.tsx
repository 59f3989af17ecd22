import { useCopies } from '../../copies/copies.ts'
import type { Instance } from '../../instances/instance.ts'
import { CopyLine } from './CopyLine.tsx'

export interface TableCopiesProps {
  readonly instance: Instance
  /** The names of the table: its id and its aliases. */
  readonly names: readonly string[]
}

/** The copies of a table, in the rail under it. */
export function TableCopies({ instance, names }: TableCopiesProps) {
  return useCopies(instance)
    .filter(({ resource }) => names.includes(resource))
    .map((copy) => (
      <li key={copy.id}>
        <CopyLine copy={copy} />
      </li>
    ))
}
