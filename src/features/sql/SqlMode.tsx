import { laterComponent } from '../../ui/later.tsx'
import frame from '../result/SheetView.module.css'
import { loadEditor } from './editor/loadEditor.ts'

/** The view of a statement, loaded when it is needed; until then its line of buttons is empty. */
export const SqlMode = laterComponent(
  () => import('./SqlView.tsx').then((module) => module.SqlView),
  <div className={frame.tools} />,
)

/** Starts to load the view and its editor when they are about to be needed. */
export function prefetchSql(): void {
  SqlMode.load()
  loadEditor().catch(() => {
    // The view then shows a plain text box instead of the editor.
  })
}
