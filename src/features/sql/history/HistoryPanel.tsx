import { History, SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { SearchField } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { dayWords } from '../../../words/figures.ts'
import { historyWords } from '../../../words/en/sql/history.ts'
import { runHistory, useRunHistory } from '../../../workspace/history/history.ts'
import type { HistoryRun } from '../../../workspace/history/historyRun.ts'
import { settings, useSetting } from '../../../workspace/settings.ts'
import { BesidePanel } from '../../result/beside/BesidePanel.tsx'
import styles from './History.module.css'
import { historyGroups, type HistoryFilter } from './historyGroups.ts'
import { HistoryItem } from './HistoryItem.tsx'
import { HistoryOptions } from './HistoryOptions.tsx'
import { VersionDialog } from './VersionDialog.tsx'

export interface HistoryPanelProps {
  readonly instanceId: string
  /** What is in the editor, to compare a run with. */
  readonly written: () => string
  /** Puts what was run into the editor; it does not run. */
  readonly onOpen: (run: HistoryRun) => void
  /** Puts it into the editor of a new tab. */
  readonly onTab: (run: HistoryRun) => void
  readonly isRestored: boolean
  readonly onClose: () => void
}

/** The statements that were run for an instance on this device, by day. */
export function HistoryPanel({ instanceId, written, onOpen, onTab, isRestored, onClose }: HistoryPanelProps) {
  const { isLoaded, runs } = useRunHistory()
  const isKept = useSetting(settings.keepsHistory)
  const [words, setWords] = useState('')
  const [filter, setFilter] = useState<HistoryFilter>('all')
  const [hasOptions, setHasOptions] = useState(false)
  const [removed, setRemoved] = useState<HistoryRun | null>(null)
  const [compared, setCompared] = useState<HistoryRun | null>(null)
  const groups = historyGroups(runs, { instanceId, filter, words })
  return (
    <>
      <BesidePanel label={historyWords.title} className={styles.panel} isRestored={isRestored} onEscape={onClose}>
        <div className={styles.head}>
          <Icon icon={History} size={16} />
          <h2>{historyWords.title}</h2>
          <Button
            variant="ghost"
            icon={SlidersHorizontal}
            iconOnly
            label={historyWords.options}
            aria-expanded={hasOptions}
            onClick={() => setHasOptions(!hasOptions)}
          />
          <Button variant="ghost" icon={X} iconOnly label={historyWords.close} onClick={onClose} />
        </div>
        {hasOptions && <HistoryOptions />}
        <div className={styles.find}>
          <SearchField
            label={historyWords.search}
            placeholder={historyWords.search}
            value={words}
            onChange={setWords}
          />
          <Tabs
            label={historyWords.filter}
            tabs={FILTERS.map((value) => ({ value, title: historyWords.filters[value] }))}
            value={filter}
            onChange={setFilter}
          />
        </div>
        {removed !== null && (
          <output className={styles.removed}>
            <span>{historyWords.removed}</span>
            <Button
              size="sm"
              onClick={() => {
                void runHistory.note(removed)
                setRemoved(null)
              }}
            >
              {historyWords.undo}
            </Button>
          </output>
        )}
        <div className={styles.list}>
          {!isKept && <p className={styles.note}>{historyWords.isOff}</p>}
          {isKept && isLoaded && groups.length === 0 && (
            <p className={styles.note}>
              {words.trim() === '' ? historyWords.noneOfKind[filter] : historyWords.noneFound}
            </p>
          )}
          {groups.map(({ day, entries }) => (
            <section key={day ?? 'starred'} aria-label={dayTitle(day)}>
              <h3>{dayTitle(day)}</h3>
              <ul>
                {entries.map(({ run, versions }) => (
                  <HistoryItem
                    key={run.id}
                    run={run}
                    versions={versions}
                    isOfDay={day !== null}
                    onOpen={onOpen}
                    onTab={onTab}
                    onCompare={setCompared}
                    onRemove={(gone) => {
                      void runHistory.remove(gone.id)
                      setRemoved(gone)
                    }}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </BesidePanel>
      {compared !== null && (
        <VersionDialog run={compared} text={written()} onOpen={onOpen} onClose={() => setCompared(null)} />
      )}
    </>
  )
}

const FILTERS = ['all', 'starred', 'failed', 'cut'] as const

function dayTitle(day: number | null): string {
  if (day === null) return historyWords.starred
  const today = new Date().setHours(0, 0, 0, 0)
  // Some days have 23 or 25 hours.
  const yesterday = new Date(today - 1).setHours(0, 0, 0, 0)
  if (day === today) return historyWords.today
  return day === yesterday ? historyWords.yesterday : dayWords(day)
}
