import { useEffect, useState } from 'react'
import { checkKey, type KeyCheck } from '../../formats/tableRecords.ts'
import type { ReadTable } from '../../formats/readTable.ts'
import type { LoadedColumn } from '../../formats/newTable.ts'

/** Whether the key is unique in the file: null without a key, `checking` until the whole file is read. */
export function useKeyCheck(
  file: File | null,
  table: ReadTable | null,
  columns: readonly LoadedColumn[],
  key: readonly number[],
): KeyCheck | 'checking' | null {
  const [found, setFound] = useState<{ readonly of: string; readonly check: KeyCheck } | null>(null)
  // The names of columns outside the key don't matter.
  const asked = JSON.stringify([
    key,
    key.map((place) => columns[place]?.name),
    columns.map((column) => column?.type ?? null),
  ])
  const hasKey = key.length > 0
  useEffect(() => {
    if (file === null || table === null || !hasKey) return undefined
    const controller = new AbortController()
    const { signal } = controller
    checkKey(table, columns, { key, signal }).then(
      (check) => setFound({ of: asked, check }),
      // If the file can no longer be read, loading it will say so.
      () => undefined,
    )
    return () => {
      controller.abort()
      setFound(null)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `asked` has all that matters of the columns and the key
  }, [file, table, hasKey, asked])
  if (!hasKey) return null
  return found?.of === asked ? found.check : 'checking'
}
