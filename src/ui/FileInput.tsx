import type { Ref } from 'react'

interface FileInputProps {
  readonly label: string
  readonly accept: string
  /** Takes one file. */
  readonly onFile?: (file: File) => void
  /** Takes all that are chosen at once. */
  readonly onFiles?: (files: readonly File[]) => void
  readonly ref: Ref<HTMLInputElement>
}

/** Opens the browser's file dialog when its element is clicked, as a visible button does through `ref`. */
export function FileInput({ label, accept, onFile, onFiles, ref }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      accept={accept}
      multiple={onFiles !== undefined}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])]
        currentTarget.value = '' // Lets the same file be chosen again.
        const [first] = files
        if (first === undefined) return
        onFile?.(first)
        onFiles?.(files)
      }}
    />
  )
}
