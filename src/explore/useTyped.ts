import { useEffect, useEffectEvent, useRef, useState } from 'react'

export interface Typed {
  readonly text: string
  readonly setText: (text: string) => void
  /** Takes over what is typed at once, and ends this stretch of typing. */
  readonly commitNow: () => void
}

/**
 * Text that becomes part of the view a moment after the last key. One stretch of typing makes one step of the history:
 * its first taking over is a push, further ones replace it. What changes `committed` from outside (Back, a link) is taken
 * over into the text. `accept` gives the text's normal form, or null for what is not to be taken over.
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
