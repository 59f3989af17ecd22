import { FileDown, FolderPen, PenLine, SquarePlus } from 'lucide-react'
import { saveFile } from '../../ui/browser/saveFile.ts'
import type { MenuItem } from '../../ui/floating/Menu.tsx'
import { keptWords } from '../../words/en/kept.ts'
import type { KeptQuery } from '../../workspace/keptQueries/keptQuery.ts'
import { openInNewSheet } from '../../workspace/sheets/sheets.ts'
import type { View } from '../../workspace/view.ts'
import { fileOfQueries, isStatement } from './sqlFiles.ts'

/** What can be done with a kept query, of which `view` is what it shows and `table` the title of its table, if that is known. */
export function queryMenu(
  query: KeptQuery,
  view: View,
  table: string | null,
  { onEdit, onClose }: { readonly onEdit: () => void; readonly onClose: () => void },
): readonly MenuItem[] {
  return [
    {
      id: 'tab',
      title: keptWords.openInTab,
      icon: SquarePlus,
      onChoose: () => {
        onClose()
        openInNewSheet(view, { instanceId: query.instanceId, table })
      },
    },
    { id: 'edit', title: keptWords.renameOrMove, icon: PenLine, onChoose: onEdit },
    {
      id: 'save',
      title: keptWords.saveSql,
      icon: FileDown,
      refusal: isStatement(query) ? undefined : keptWords.onlySql,
      onChoose: () => saveFile(fileOfQueries([query], query.folder), fileName(query.title)),
    },
  ]
}

/** What can be done with a folder. */
export function folderMenu(folder: string, queries: readonly KeptQuery[], onRename: () => void): readonly MenuItem[] {
  return [
    { id: 'rename', title: keptWords.renameFolder, icon: FolderPen, onChoose: onRename },
    {
      id: 'save',
      title: keptWords.saveFolder,
      icon: FileDown,
      refusal: queries.some(isStatement) ? undefined : keptWords.onlySql,
      onChoose: () => saveFile(fileOfQueries(queries, folder), fileName(folder)),
    },
  ]
}

/** Without what systems refuse in names of files. */
function fileName(title: string): string {
  const safe = title.replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ').replaceAll(/^[ .]+|[ .]+$/g, '')
  return `${safe.slice(0, 80).trim() || 'query'}.sql`
}
