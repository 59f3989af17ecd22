import { useState } from 'react'
import {
  boundCommands,
  useShortcuts,
  type BoundCommand,
  type ShortcutActions,
} from '../features/shortcuts/useShortcuts.ts'
import type { Table } from '../instances/catalogue/table.ts'
import type { PortalChoice } from '../features/tables/shownTables.ts'
import type { Instance } from '../instances/instance.ts'
import { typeAhead } from '../ui/browser/typeAhead.ts'
import { laterComponent, laterModule } from '../ui/later.tsx'
import { redoStep, undoLast } from '../workspace/steps.ts'
import { useUndo, type View } from '../workspace/view.ts'

const loadJumpTo = laterModule(() => import('../features/jump/jumpTo.ts'))
const JumpDialog = laterComponent(() => import('../features/jump/JumpDialog.tsx').then((module) => module.JumpDialog))

export interface JumpOptions {
  readonly instance: Instance
  readonly tables: readonly Table[] | undefined
  readonly portal: PortalChoice | null
  /** The table that is shown, by id. */
  readonly current: string | null
  readonly view: View
  /** How links name the instance. */
  readonly place: Pick<View, 'base' | 'prefix'>
  /** What else the page can do now. */
  readonly commands: ShortcutActions
}

/** Jump to, and the commands of the page that it lists beside those of its parts. */
export function useJump({ instance, tables, portal, current, view, place, commands }: JumpOptions) {
  const [jumping, setJumping] = useState<readonly BoundCommand[] | null>(null)
  const { canUndo, canRedo } = useUndo()
  const open = () => {
    // The list may still have to load; keys typed until then would run shortcuts, and Enter would open the first table.
    typeAhead()
    setJumping(boundCommands().filter(({ id }) => (id !== 'undo' || canUndo) && (id !== 'redo' || canRedo)))
  }
  useShortcuts({
    ...commands,
    jumpTo: open,
    // Bound even if there is nothing to undo: the browser would take back what was typed into a field before.
    undo: undoLast,
    redo: redoStep,
  })
  return {
    open,
    dialog: jumping !== null && (
      <JumpDialog
        instance={instance}
        tables={tables ?? NO_TABLES}
        portal={portal}
        current={current}
        commands={jumping}
        onClose={() => setJumping(null)}
        onJump={(target, elsewhere) =>
          void loadJumpTo().then(({ jumpTo }) =>
            jumpTo(target, elsewhere, { view, place, current, instanceId: instance.id }),
          )
        }
      />
    ),
  }
}

const NO_TABLES: readonly Table[] = []
