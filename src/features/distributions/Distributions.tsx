import { toolWords } from '../../words/en/filter/tools.ts'
import { PanelRight } from 'lucide-react'
import { useEffect, useMemo, useState, type RefObject } from 'react'
import type { DataGridHandle } from '../../grid/dataGridProps.ts'
import type { HeaderDetails } from '../../grid/GridHeader.tsx'
import { Button } from '../../ui/Button.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { distributionWords } from '../../words/en/distributions/distributions.ts'
import { settings, useSetting } from '../../workspace/settings.ts'
import { undoStep } from '../../workspace/steps.ts'
import { currentView, navigate } from '../../workspace/view.ts'
import { useShortcuts } from '../shortcuts/useShortcuts.ts'
import { mayBrush } from './brush/ranges.ts'
import { createBrushing } from './brush/brushing.ts'
import { createHeaderDetails } from './headers/headerDetails.tsx'
import { createHeldStore, type Held } from './headers/held.ts'
import { explainWith, isTimeout } from './explain.ts'
import { useFiguresSource, type FiguresUnder } from './useFiguresSource.ts'
import { shownName } from '../../words/shownName.ts'

export interface DistributionsProps extends FiguresUnder {
  readonly grid: RefObject<DataGridHandle | null>
  readonly onDetails: (details: HeaderDetails | null) => void
  /** The column whose profile is open. */
  readonly profiled: string | null
  /** Opens the profile of a column; null closes it. */
  readonly showProfile: (column: string | null) => void
  /** Opens that of the column that one is in. */
  readonly profile: () => void
}

/** What the columns of a result hold: fills the headers of the grid, and opens the profile of a column. */
export function Distributions(props: DistributionsProps) {
  const { grid, fields, client, canAsk, asked, profiled, onDetails, showProfile, profile } = props
  const source = useFiguresSource(props)
  const held: Omit<Held, 'brushed'> = useMemo(
    () => ({
      source,
      fields,
      profiled,
      explain: explainWith(asked),
      isTimeout: isTimeout(asked),
      canAsk,
    }),
    // What is asked only has names in it.
    // oxlint-disable-next-line react/exhaustive-deps
    [source, fields, profiled, client, canAsk],
  )
  const [store] = useState(() => createHeldStore({ ...held, brushed: null }))
  useEffect(() => store.set(held), [store, held])

  const [brush] = useState(() =>
    createBrushing(store, {
      view: currentView,
      navigate,
      back: undoStep,
      refuse: () => showToast(distributionWords.noWay),
    }),
  )
  const details = useMemo(() => createHeaderDetails(store, brush), [store, brush])
  useEffect(() => {
    onDetails(details)
    return () => onDetails(null)
  }, [details, onDetails])

  const focusedColumn = () => grid.current?.focused()?.column ?? null
  const isShown = useSetting(settings.distributions)
  useShortcuts({
    brushColumn: () => {
      const column = focusedColumn()
      if (column === null || store.beginBrush(column)) return
      showToast(
        mayBrush(store.get(), column) ? distributionWords.notBrushed(shownName(column)) : distributionWords.noWay,
      )
    },
    toggleDistributions: () => {
      settings.distributions.set(!isShown)
      if (isShown) showToast(distributionWords.turnedOff)
    },
  })

  return (
    <Button
      variant="ghost"
      icon={PanelRight}
      collapses={3}
      label={toolWords.profile}
      aria-pressed={profiled !== null}
      disabled={fields.length === 0}
      onClick={() => (profiled === null ? profile() : showProfile(null))}
    >
      {toolWords.profileShort}
    </Button>
  )
}
