import { useMediaQuery } from '../../ui/browser/useMediaQuery.ts'
import { CopyAs } from './CopyAs.tsx'
import { useQueryFaces, type AskedByForm } from './useQueryFaces.ts'

/** All that the form's query can be copied as. On a phone the way to SQL is in its menu, as the chips need the room. */
export function CopyQueryAs(props: AskedByForm) {
  const { instance, client, view, tableId, title, records } = props
  const { copied, fields, total, viewAsSql } = useQueryFaces(props)
  const isPhone = useMediaQuery('(width < 640px)')
  return (
    <CopyAs
      {...{ instance, client, view, copied, tableId, title, total }}
      known={fields}
      rows={records.rows}
      goOn={isPhone ? { id: 'viewAsSql', onChoose: viewAsSql } : undefined}
    />
  )
}
