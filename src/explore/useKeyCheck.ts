import { useEffect, useState } from 'react'
import { checkKey, type CsvTable, type KeyCheck, type NewColumn } from '../client/csvTable.ts'

/** Whether the key tells all rows of the file apart: null without a key, `checking` until the file is read through. */
export function useKeyCheck(
  file: File | null,
  table: CsvTable | null,
  columns: readonly NewColumn[],
  key: readonly number[],
): KeyCheck | 'checking' | null {
  const [found, setFound] = useState<{ readonly of: string; readonly check: KeyCheck } | null>(null)
  // The names of columns that are no part of the key change nothing about it.
  const asked = JSON.stringify([key, key.map((place) => columns[place]?.name), columns.map(({ type }) => type)])
  const hasKey = key.length > 0
  useEffect(() => {
    if (file === null || table === null || !hasKey) return undefined
    const controller = new AbortController()
    const { signal } = controller
    checkKey(file, table.reading, columns, { key, signal }).then(
      (check) => setFound({ of: asked, check }),
      // A file that can't be read any more says so when it is loaded.
      () => undefined,
    )
    return () => {
      controller.abort()
      setFound(null)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `asked` says all of the columns and the key that counts
  }, [file, table, hasKey, asked])
  if (!hasKey) return null
  return found?.of === asked ? found.check : 'checking'
}
