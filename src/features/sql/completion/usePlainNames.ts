import { useEffect, type RefObject } from 'react'
import type { SqlEditorHandle } from '../../../editor/SqlEditor.tsx'
import { sqlName } from '../../../query/sqlText.ts'
import { takeNamesForSql } from '../../tables/namesForSql.ts'

/** Names that are pressed go into the plain text box, always in quotes and behind a blank: it knows nothing of the statement. */
export function usePlainNames(handle: RefObject<SqlEditorHandle | null>, isPlain: boolean): void {
  useEffect(
    () => (isPlain ? takeNamesForSql(({ name }) => handle.current?.insert(` ${sqlName(name)}`)) : undefined),
    [handle, isPlain],
  )
}
