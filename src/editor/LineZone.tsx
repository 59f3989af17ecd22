import type { editor } from 'monaco-editor/editor'
import { useEffect, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './LineZone.module.css'

export interface LineZoneProps {
  readonly instance: editor.IStandaloneCodeEditor
  /** The line that it follows, from 1. */
  readonly line: number
  readonly children: ReactNode
}

/**
 * Content between two lines of the editor, as wide as it and as high as it needs. Lines below move when it comes, changes its
 * height, or goes; those above never do. Escape in it goes back to the text.
 */
export function LineZone({ instance, line, children }: LineZoneProps) {
  const node = useMemo(() => {
    const made = document.createElement('div')
    made.className = styles.zone ?? ''
    return made
  }, [])
  const zone = useRef<Zone | null>(null)
  useLayoutEffect(() => {
    const added = addZone(instance, node)
    zone.current = added
    return added.remove
  }, [instance, node])
  // Moved rather than made again, or it would be read out again.
  useLayoutEffect(() => zone.current?.moveTo(line), [line])
  useEffect(() => {
    const back = (event: KeyboardEvent) => {
      if (event.key === 'Escape') instance.focus()
    }
    node.addEventListener('keydown', back)
    return () => node.removeEventListener('keydown', back)
  }, [instance, node])
  return createPortal(children, node)
}

interface Zone {
  readonly moveTo: (line: number) => void
  readonly remove: () => void
}

let zones = 0

/**
 * Makes room with a view zone and puts the node over it: what is in a zone itself lies behind the text, where no pointer
 * reaches it.
 */
function addZone(instance: editor.IStandaloneCodeEditor, node: HTMLElement): Zone {
  zones += 1
  const id = `rowan.zone.${zones}`
  const widget: editor.IOverlayWidget = { getId: () => id, getDomNode: () => node, getPosition: () => null }
  const zone: editor.IViewZone = {
    afterLineNumber: 0,
    heightInPx: 0,
    domNode: document.createElement('div'),
    onDomNodeTop: (top) => {
      node.style.top = `${top}px`
    },
  }
  let zoneId: string | null = null
  let isRevealed = false
  const fit = () => {
    const height = node.offsetHeight
    if (zoneId === null || height === 0 || height === zone.heightInPx) return
    zone.heightInPx = height
    layOut(zoneId)
    // Once, when it comes: later the person may have scrolled away.
    if (!isRevealed) reveal(instance, zone.afterLineNumber, height)
    isRevealed = true
  }
  const layOut = (own: string) => instance.changeViewZones((accessor) => accessor.layoutZone(own))
  const widen = () => {
    const { width, verticalScrollbarWidth, contentLeft } = instance.getLayoutInfo()
    node.style.inlineSize = `${width - verticalScrollbarWidth}px`
    node.style.setProperty('--text-starts', `${contentLeft}px`)
  }
  widen()
  instance.addOverlayWidget(widget)
  const size = new ResizeObserver(fit)
  size.observe(node)
  const layout = instance.onDidLayoutChange(widen)
  return {
    moveTo(line) {
      zone.afterLineNumber = line
      if (zoneId !== null) layOut(zoneId)
      else
        instance.changeViewZones((accessor) => {
          zoneId = accessor.addZone(zone)
        })
    },
    remove() {
      size.disconnect()
      layout.dispose()
      instance.changeViewZones((accessor) => {
        if (zoneId !== null) accessor.removeZone(zoneId)
      })
      instance.removeOverlayWidget(widget)
    },
  }
}

/** Scrolls so far that the line and what follows it are seen, the line before all. */
function reveal(instance: editor.IStandaloneCodeEditor, line: number, height: number): void {
  const top = instance.getTopForLineNumber(line)
  const bottom = instance.getBottomForLineNumber(line) + height
  const view = instance.getLayoutInfo().height
  const scrolled = instance.getScrollTop()
  const least = bottom - view
  if (scrolled < least) instance.setScrollTop(Math.min(least, top))
}
