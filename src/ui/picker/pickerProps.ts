import type { ReactNode } from 'react'

export interface PickerOption {
  readonly id: string
  readonly title: string
  /** A second, quiet line; searched too. */
  readonly detail?: string | undefined
  /** Its tooltip, read out by screen readers too. */
  readonly hint?: string | undefined
  /** More text to search, not shown. */
  readonly keywords?: string | undefined
  readonly icon?: ReactNode
  /** Shown at the end of its line. */
  readonly aside?: ReactNode
}

export interface PickerProps {
  readonly label: string
  /** What stands before the value in the closed control. */
  readonly icon?: ReactNode
  /** The current value, shown while nothing is typed. */
  readonly value: { readonly id: string; readonly title: string } | null
  readonly placeholder: string
  readonly options: readonly PickerOption[]
  readonly onPick: (id: string) => void
  /** Commands at the end of the list, whatever is typed. */
  readonly actions?: readonly PickerOption[] | undefined
  readonly onAction?: ((id: string) => void) | undefined
  /** An option made from the text itself, offered before the others. */
  readonly fromText?: ((text: string) => PickerOption | null) | undefined
  /** A line above the list: that it is loading, or why there is none. */
  readonly note?: ReactNode
  /** More options may come for what is typed; the note says when there are none. */
  readonly isSearching?: boolean | undefined
  /** The state of the value, for screen readers. */
  readonly description?: string | undefined
  /** What is being typed while the list is open, null while it is closed; lets a new picker take over from another. */
  readonly picking?: string | null | undefined
  readonly onPicking?: ((picking: string | null) => void) | undefined
  /** What is typed, for options that have to be looked for elsewhere; empty while nothing is. */
  readonly onTyped?: ((text: string) => void) | undefined
  /** bar: no outline, as wide as its text. field: outlined, as wide as its container. */
  readonly look?: 'bar' | 'field' | undefined
}

export interface OpenPickerProps extends PickerProps {
  /** Enter was pressed after the text of `picking`, before there was a list: the first option that matches is picked. */
  readonly isEntered: boolean
}
