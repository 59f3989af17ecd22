import type { FileOptions } from '../../formats/exportFormat.ts'

/** How files are written, as it is kept on the device. */
export interface KeptFileOptions {
  readonly get: () => ChosenOptions
  readonly set: (options: ChosenOptions) => void
  readonly subscribe: (listener: () => void) => () => void
}

export interface ChosenOptions extends Pick<FileOptions, 'hasMark' | 'guardsFormulas'> {
  /** The ending of the files: that names their format. */
  readonly format: string
}
