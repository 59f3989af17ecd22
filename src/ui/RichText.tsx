import { Fragment } from 'react'
import type { RichPart } from '../words/catalogue.ts'

/** A sentence of the catalogues with words in bold or in the face of code. */
export function RichText({ parts }: { readonly parts: readonly RichPart[] }) {
  // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence have an order and no other identity
  return parts.map((part, place) => <Fragment key={place}>{drawn(part)}</Fragment>)
}

function drawn(part: RichPart) {
  if (typeof part === 'string') return part
  return 'bold' in part ? <b>{part.bold}</b> : <code>{part.code}</code>
}
