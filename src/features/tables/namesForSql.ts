/** A table by its id, or a field by its name, to be written into a statement. */
export interface NameForSql {
  readonly kind: 'table' | 'field'
  readonly name: string
}

type Writer = (name: NameForSql) => void

/** Who writes names now: the SQL editor on the screen. */
let writer: Writer | null = null

/** Names that are pressed go to `write` until the returned function is called. */
export function takeNamesForSql(write: Writer): () => void {
  writer = write
  return () => {
    if (writer === write) writer = null
  }
}

/** Writes a name at the cursor of the SQL editor, if one is shown. */
export function writeNameForSql(name: NameForSql): void {
  writer?.(name)
}

const TYPE = 'application/x-rowan-name'

/** Lets a name be dragged into the SQL editor; elsewhere it is dropped as plain text. */
export function dragNameForSql(
  { dataTransfer }: { readonly dataTransfer: DataTransfer | null },
  name: NameForSql,
): void {
  if (!dataTransfer) return
  dataTransfer.setData(TYPE, JSON.stringify([name.kind, name.name]))
  dataTransfer.setData('text/plain', name.name)
  dataTransfer.effectAllowed = 'copy'
}

/** Whether a name for SQL is dragged; which one is told only when it is dropped. */
export function isNameForSql({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes(TYPE) === true
}

/** The name that was dropped; null if it was something else. */
export function droppedNameForSql({ dataTransfer }: DragEvent): NameForSql | null {
  const [kind, name]: readonly unknown[] = parsed(dataTransfer?.getData(TYPE) ?? '')
  return (kind === 'table' || kind === 'field') && typeof name === 'string' ? { kind, name } : null
}

function parsed(text: string): readonly unknown[] {
  const value: unknown = text === '' ? [] : JSON.parse(text)
  return Array.isArray(value) ? value : []
}
