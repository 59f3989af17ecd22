import {
  Bookmark,
  Code,
  Command,
  Download,
  Eraser,
  FileUp,
  Folder,
  Keyboard,
  ListFilter,
  LoaderCircle,
  Play,
  Plug,
  Plus,
  Redo2,
  RotateCcw,
  Search,
  Server,
  Settings2,
  Share2,
  Sigma,
  Undo2,
  X,
  type LucideIcon,
} from 'lucide-react'
import type { PageShortcut } from '../shortcuts/shortcuts.ts'

/** The icon of a command; a plain one for those that have none. */
export function commandIcon(id: PageShortcut): LucideIcon {
  return ICONS[id] ?? Command
}

const ICONS: { readonly [Id in PageShortcut]?: LucideIcon } = {
  listShortcuts: Keyboard,
  newConnection: Plug,
  listInstances: Server,
  openSettings: Settings2,
  newTab: Plus,
  addRecords: FileUp,
  closeTab: X,
  reopenTab: RotateCcw,
  runQuery: Play,
  stopWaiting: LoaderCircle,
  searchRecords: Search,
  addFilter: ListFilter,
  exportRecords: Download,
  keepQuery: Bookmark,
  listKept: Folder,
  summarise: Sigma,
  undo: Undo2,
  redo: Redo2,
  clearAll: Eraser,
  share: Share2,
  copyEmbed: Code,
}
