import { Circle, CircleCheck, CircleSlash, CircleX, Eye } from 'lucide-react'
import { Icon, Spinner } from '../../../ui/Icon.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { countWords } from '../../../words/figures.ts'
import { previewWords } from '../../../words/en/sql/preview.ts'
import { runWords } from '../../../words/en/sql/runs.ts'
import styles from './ResultTabs.module.css'
import type { ShownResult } from './shownResults.ts'

export interface ResultTabsProps {
  readonly results: readonly ShownResult[]
  /** A last tab is for the preview of what is being written. */
  readonly hasPreview: boolean
  readonly active: string
  readonly onShow: (key: string) => void
  /** What a statement is about, in a word or two. */
  readonly titleOf: (sql: string) => string
  /** The id of what they switch. */
  readonly controls: string
}

/** The tab of the preview. */
export const PREVIEW = 'preview'

/** A tab for each result, in the order of the statements: how it ended, what it is about, how many rows came. */
export function ResultTabs({ results, hasPreview, active, onShow, titleOf, controls }: ResultTabsProps) {
  return (
    <Tabs
      underlined
      label={runWords.results}
      controls={controls}
      value={active}
      onChange={onShow}
      tabs={[
        ...results.map(({ key, part, statement, state, answer }, index) => ({
          value: key,
          title: runWords.tab(index + 1, part === null ? titleOf(statement.statement.sql) : part || runWords.subquery),
          icon: <StateIcon state={state} />,
          aside: state === 'done' && answer ? countWords(answer.answer.rows.length) : undefined,
        })),
        ...(hasPreview ? [{ value: PREVIEW, title: previewWords.title, icon: <Icon icon={Eye} size={12} /> }] : []),
      ]}
    />
  )
}

function StateIcon({ state }: Pick<ShownResult, 'state'>) {
  if (state === 'running') return <Spinner />
  return (
    <span className={styles[state]}>
      <Icon icon={ICONS[state]} size={12} />
      {state !== 'done' && <VisuallyHidden>{runWords.states[state]}</VisuallyHidden>}
    </span>
  )
}

const ICONS = { unsent: Circle, done: CircleCheck, failed: CircleX, stopped: CircleSlash } as const
