import { useAfterFirstAnswer } from '../../ui/browser/useAfterFirstAnswer.ts'
import { laterComponent } from '../../ui/later.tsx'
import type { QueryFacesProps } from './QueryFaces.tsx'

const QueryFaces = laterComponent(() => import('./QueryFaces.tsx').then((module) => module.QueryFaces))

/** The other faces of a query, once the first rows are drawn and the browser has nothing else to do. */
export function LaterQueryFaces(props: QueryFacesProps) {
  return useAfterFirstAnswer() && <QueryFaces {...props} />
}
