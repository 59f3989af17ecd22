import { useMediaQuery } from '../../ui/browser/useMediaQuery.ts'
import { CopyAs } from './CopyAs.tsx'
import { useEditAsFilter, type AskedByStatement } from './useEditAsFilter.ts'

/** All that a statement can be copied as; on a phone the way into the form is in its menu. */
export function CopyStatementAs(props: AskedByStatement) {
  const { instance, client, view, tableId, title, sql, fields } = props
  const { edit } = useEditAsFilter(props)
  const isPhone = useMediaQuery('(width < 640px)')
  return (
    <CopyAs
      {...{ instance, client, view, tableId, title }}
      copied={{ kind: 'statement', sql, columns: fields.map(({ id }) => id) }}
      known={null}
      total={null}
      rows={null}
      goOn={isPhone ? { id: 'editAsFilter', onChoose: edit } : undefined}
    />
  )
}
