import { Minus, Pencil, Plus, type LucideIcon } from 'lucide-react'

/** What can have happened to a record since the copy before. */
export type ChangeKind = 'added' | 'removed' | 'changed'

/** The icon of what happened to a record. */
export const CHANGE_ICONS: Readonly<Record<ChangeKind, LucideIcon>> = { added: Plus, removed: Minus, changed: Pencil }
