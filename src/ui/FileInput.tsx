import type { Ref } from 'react'

interface FileInputProps {
  readonly label: string
  readonly accept: string
  readonly onFile: (file: File) => void
  readonly ref: Ref<HTMLInputElement>
}

/** Opens the browser's file dialog when its element is clicked, as a visible button does through `ref`. */
export function FileInput({ label, accept, onFile, ref }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      accept={accept}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0]
        currentTarget.value = '' // Lets the same file be chosen again.
        if (file) onFile(file)
      }}
    />
  )
}
