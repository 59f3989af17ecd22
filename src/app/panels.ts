import { Activity, type LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Instance } from '../instances/instance.ts'
import { laterComponent } from '../ui/later.tsx'

/** What every panel is given. */
export interface PanelProps {
  readonly instances: readonly Instance[]
  readonly onClose: () => void
}

/** The dialogs that the settings menu lists, each loaded when it is opened. Their names are in `words/en/settings/settings.ts`. */
export const PANELS = {
  requests: panel(Activity, () => import('../features/requests/RequestsDialog.tsx').then((it) => it.RequestsDialog)),
}

export type PanelId = keyof typeof PANELS

/** The ids of all panels, in the order of the menu. */
export const PANEL_IDS = Object.keys(PANELS).filter((id): id is PanelId => id in PANELS)

function panel(icon: LucideIcon, load: () => Promise<ComponentType<PanelProps>>) {
  return { icon, Panel: laterComponent(load) }
}
