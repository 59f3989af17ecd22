import { use, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { BarPlace } from './sheetPlaces.ts'

/** Draws a bar at the bottom of the page, below the status bar. */
export function BarPlaced({ children }: { readonly children: ReactNode }) {
  const place = use(BarPlace)
  return place && createPortal(children, place)
}
