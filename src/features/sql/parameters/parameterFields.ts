/** The fields of parameters that are on the page, by name. */
const fields = new Map<string, HTMLElement>()

/** Has the field of a parameter be found until the returned function is called. */
export function holdParameterField(name: string, field: HTMLElement): () => void {
  fields.set(name, field)
  return () => {
    if (fields.get(name) === field) fields.delete(name)
  }
}

/** Gives the focus to the field of a parameter, with what is in it selected; false if there is none. */
export function goToParameter(name: string): boolean {
  const input = fields.get(name)?.querySelector<HTMLElement>('input, select')
  if (!input) return false
  input.focus()
  if (input instanceof HTMLInputElement) input.select()
  return true
}
