import { createContext } from 'react'

/** The page's status bar; null until it is drawn, undefined where there is none, as in another page's frame. */
export const StatusPlace = createContext<HTMLElement | null | undefined>(undefined)

/** Where a summary, which loads later, puts its export in the line of buttons; null until that is drawn. */
export const ToolsPlace = createContext<HTMLElement | null>(null)

/** Where a phone has its bar of places, below the status bar; null until it is drawn. */
export const BarPlace = createContext<HTMLElement | null>(null)

/** Closes the panel that says how a question was put, before another way is taken in it; elsewhere it does nothing. */
export const CloseHow = createContext<() => void>(() => undefined)
