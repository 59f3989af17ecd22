import type { ReactNode } from 'react'
import { holdTools } from './holdTools.ts'
import styles from './SheetView.module.css'

export interface SheetViewProps {
  /** The line of buttons. */
  readonly tools: ReactNode
  /** On a phone, where they are a sheet that is open: its name; null while it isn't. */
  readonly toolsSheet?: string | null
  /** What is asked: a sentence, or a statement. */
  readonly question: ReactNode
  /** What is open beside the result; its kind says how much room it is given. */
  readonly side?: {
    readonly kind: 'record' | 'columns' | 'profile' | 'history' | null
    readonly panel: ReactNode
  } | null
  /** How the question is going: a `StatusBar`. */
  readonly status?: ReactNode
  /** The result has no room at the moment. */
  readonly hidesResult?: boolean | undefined
  /** The question stands beside the result; else above it. */
  readonly isBeside?: boolean | undefined
  /** The result. */
  readonly children: ReactNode
}

/** The frame of a sheet, whatever it asks: its buttons, its question, the result, and what stands beside and below that. */
export function SheetView({
  tools,
  toolsSheet = null,
  question,
  side = null,
  status,
  hidesResult,
  isBeside,
  children,
}: SheetViewProps) {
  return (
    <>
      <div
        ref={holdTools}
        className={styles.tools}
        {...(toolsSheet !== null && { role: 'dialog', 'aria-label': toolsSheet, 'data-open': '' })}
      >
        {tools}
      </div>
      <div className={styles.parts} data-beside={side?.kind ?? undefined} data-row={isBeside || undefined}>
        {question}
        <div className={styles.body} hidden={hidesResult}>
          {children}
        </div>
      </div>
      {side?.panel}
      {status}
    </>
  )
}
