import { useEffect, useEffectEvent, useRef, useState } from 'react'

export interface Typed {
  readonly text: string
  readonly setText: (text: string) => void
  /** Applies the text at once, and ends this stretch of typing. */
  readonly commitNow: () => void
}

/**
 * Text that is applied to the view a moment after the last key. One stretch of typing makes one history entry: its first
 * commit is a push, later ones replace it. When `committed` changes from outside (Back, a link), so does the text.
 * `accept` returns the text's normal form, or null if it must not be applied.
 */
export function useTyped(
  committed: string,
  delayMs: number,
  accept: (text: string) => string | null,
  onCommit: (text: string, how: 'push' | 'replace') => void,
): Typed {
  const [text, setText] = useState(committed)
  const [seen, setSeen] = useState(committed)
  const [own, setOwn] = useState(committed)
  const typing = useRef(false)
  if (committed !== seen) {
    setSeen(committed)
    if (committed !== own) {
      setOwn(committed)
      setText(committed)
    }
  }
  const commit = (typed: string) => {
    const wanted = accept(typed)
    if (wanted === null || wanted === committed) return
    setOwn(wanted)
    onCommit(wanted, typing.current ? 'replace' : 'push')
    typing.current = true
  }
  const commitLater = useEffectEvent(commit)
  useEffect(() => {
    const timer = setTimeout(() => commitLater(text), delayMs)
    return () => clearTimeout(timer)
  }, [text, delayMs])
  return {
    text,
    setText,
    commitNow: () => {
      commit(text)
      typing.current = false
    },
  }
}
