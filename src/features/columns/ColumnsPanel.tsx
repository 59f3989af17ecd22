import { Columns3, X } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import type { Field } from '../../protocol/field.ts'
import { shownColumns } from '../../query/columns.ts'
import { withColumn, withColumns, withDistinct } from '../../workspace/edits/columnEdits.ts'
import { settings, useSetting } from '../../workspace/settings.ts'
import { navigate, type View } from '../../workspace/view.ts'
import { Button } from '../../ui/Button.tsx'
import { MOST_LINES, type ColumnLayout } from '../../rows/columnLayout.ts'
import type { LayoutEdit } from '../../rows/layoutEdits.ts'
import { Checkbox, SearchField, Select } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { columnsWords } from '../../words/en/columns/columns.ts'
import { columnsPanelWords } from '../../words/en/columns/columnsPanel.ts'
import { BesidePanel } from '../result/beside/BesidePanel.tsx'
import type { ColumnFigure } from './ColumnItem.tsx'
import { ColumnsList } from './ColumnsList.tsx'
import styles from './ColumnsPanel.module.css'
import { columnsCalled, foundColumns, listedColumns } from './listedColumns.ts'
import { shownName } from '../../words/shownName.ts'

export interface ColumnsPanelProps {
  readonly client: ActionClient
  readonly view: View
  /** The name of the table. */
  readonly title: string
  /** Those of the table. */
  readonly fields: readonly Field[]
  readonly layout: ColumnLayout
  readonly onArrange: (edit: LayoutEdit) => void
  /** Hides the columns in which no record has a value. */
  readonly onOnlyFilled: () => void
  /** What else can be done for all columns. */
  readonly tools: ReactNode
  /** Something to say of a column beside its name, in few words and whole. */
  readonly figureOf: (name: string) => ColumnFigure | null
  readonly onClose: () => void
}

/** Chooses which columns are asked for and where they stand, and whether alike records count once. All applies at once. */
export function ColumnsPanel(props: ColumnsPanelProps) {
  const { client, view, title, fields, layout, onArrange, tools, figureOf, onClose } = props
  const noneId = useId()
  const [text, setText] = useState('')
  // Nothing is ticked, which can't be asked for: the query stays as it is until something is.
  const [isNone, setIsNone] = useState(false)
  const [current, setCurrent] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const hintId = useId()
  const sendsAll = useProfile(client, ({ refuses }) => refuses.has('fields'))
  const isDistinctRefused = useProfile(client, ({ refuses }) => refuses.has('distinct'))
  const showsDistributions = useSetting(settings.distributions)

  const asked = shownColumns(view, fields)
  const shown = new Set(isNone ? [] : asked)
  // Columns go to their section when something else than a tick is done, so that none moves while one ticks.
  const [ticked, setTicked] = useState<{ readonly settled: ReadonlySet<string>; readonly columns: string }>()
  const settled = ticked?.columns === JSON.stringify(view.columns) ? ticked.settled : shown
  const listed = listedColumns(asked, fields)
  const search = foundColumns(listed, text)
  const found = search.columns
  const isFinding = text.trim() !== ''
  const tabStop = found.some(({ name }) => name === current) ? current : (found[0]?.name ?? null)

  const show = (names: readonly string[]) => {
    setIsNone(names.length === 0)
    setTicked(undefined)
    navigate(withColumns(view, fields, names))
  }
  const toggle = (name: string, isShown: boolean) => {
    setCurrent(name)
    if (!isShown && shown.size === 1) {
      setTicked({ settled, columns: JSON.stringify(view.columns) })
      return setIsNone(true)
    }
    const next = isNone ? withColumns(view, fields, [name]) : withColumn(view, fields, name, isShown)
    setIsNone(false)
    setTicked({ settled, columns: JSON.stringify(next.columns) })
    return void navigate(next)
  }
  /** One by its name is shown or hidden, of a list all are; the text is then selected, so that the next can be typed. */
  const enter = (field: HTMLInputElement) => {
    const [first] = found
    if (!isFinding || first === undefined || search.missing.length > 0) return
    field.select()
    if (search.isList) {
      const only = inOrder((name) => names.has(name))
      show(only)
      setSaid(columnsPanelWords.onlyThese(only.length, fields.length))
      return
    }
    const target = columnsCalled(found, text)[0] ?? first
    const isShown = shown.has(target.name)
    toggle(target.name, !isShown)
    setSaid(
      isShown
        ? columnsPanelWords.nowHidden(shownName(target.name))
        : columnsPanelWords.nowShown(shownName(target.name)),
    )
  }
  const names = new Set(found.map(({ name }) => name))
  const inOrder = (isWanted: (name: string) => boolean) =>
    listed.flatMap(({ name, kind }) => (kind !== null && isWanted(name) ? [name] : []))

  return (
    <BesidePanel label={columnsWords.title} className={styles.panel} firstFocus={fieldToTypeInto} onEscape={onClose}>
      <div className={styles.head}>
        <Icon icon={Columns3} size={16} />
        <h2>{columnsWords.title}</h2>
        <span className={styles.count}>{columnsWords.count(shown.size, fields.length)}</span>
        <Button variant="ghost" icon={X} iconOnly label={columnsPanelWords.close} onClick={onClose} />
      </div>
      <div className={styles.find}>
        <SearchField
          label={columnsPanelWords.find}
          value={text}
          onChange={setText}
          aria-describedby={hintId}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            enter(event.currentTarget)
          }}
        />
        <p id={hintId} className={styles.hint}>
          {columnsPanelWords.enterHint}
        </p>
        <VisuallyHidden>
          <output>{said}</output>
        </VisuallyHidden>
        <div className={styles.all}>
          <Button size="sm" onClick={() => show(inOrder((name) => shown.has(name) || names.has(name)))}>
            {isFinding ? columnsPanelWords.showFound(found.length) : columnsPanelWords.showAll}
          </Button>
          <Button size="sm" onClick={() => show(inOrder((name) => shown.has(name) && !names.has(name)))}>
            {isFinding ? columnsPanelWords.hideFound(found.length) : columnsPanelWords.hideAll}
          </Button>
          {isFinding && (
            <Button size="sm" onClick={() => found.length > 0 && show(inOrder((name) => names.has(name)))}>
              {columnsPanelWords.onlyFound(found.length)}
            </Button>
          )}
          {!isFinding && (
            <Button size="sm" title={columnsPanelWords.onlyFilledHint} onClick={props.onOnlyFilled}>
              {columnsPanelWords.onlyFilled}
            </Button>
          )}
        </div>
      </div>
      {isNone && (
        <output id={noneId} className={styles.note}>
          {columnsPanelWords.noneYet}
        </output>
      )}
      {(found.length === 0 || search.missing.length > 0) && (
        <p className={styles.note}>
          {columnsPanelWords.noneFound(search.missing.length > 0 ? search.missing : [text.trim()])}
        </p>
      )}
      <ColumnsList
        label={columnsPanelWords.list(title)}
        describedBy={isNone ? noneId : undefined}
        listed={listed}
        found={found}
        layout={layout}
        shown={shown}
        settled={settled}
        tabStop={tabStop}
        figureOf={figureOf}
        onToggle={toggle}
        onArrange={onArrange}
        onFocus={setCurrent}
        onSaid={setSaid}
      />
      <div className={styles.foot}>
        <div className={styles.tools}>
          <Button size="sm" onClick={() => onArrange({ kind: 'fit' })}>
            {columnsPanelWords.fitAll}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onArrange({ kind: 'reset' })}>
            {columnsPanelWords.reset}
          </Button>
          {tools}
        </div>
        <div className={styles.lines}>
          <span aria-hidden="true">{columnsPanelWords.lines}</span>
          <Select
            label={columnsPanelWords.lines}
            value={String(layout.lines ?? 1)}
            options={LINES}
            onChange={(lines) => onArrange({ kind: 'lines', lines: Number(lines) })}
          />
        </div>
        <Checkbox
          label={columnsPanelWords.distinct}
          hint={
            isDistinctRefused
              ? columnsPanelWords.distinctRefused
              : view.distinct === true && asked.includes('_id')
                ? columnsPanelWords.distinctWithId
                : columnsPanelWords.distinctHint
          }
          checked={view.distinct === true}
          disabled={isDistinctRefused && view.distinct !== true}
          onChange={(isDistinct) => navigate(withDistinct(view, fields, isDistinct))}
        />
        <Checkbox
          label={columnsPanelWords.distributions}
          checked={showsDistributions}
          onChange={(isOn) => settings.distributions.set(isOn)}
        />
        <p>{sendsAll ? columnsPanelWords.onlyHidden : columnsPanelWords.notAsked}</p>
      </div>
    </BesidePanel>
  )
}

/** Not by touch: a keyboard on the screen would cover the list. */
function fieldToTypeInto(panel: HTMLElement): HTMLElement | null {
  return window.matchMedia('(pointer: coarse)').matches ? null : panel.querySelector<HTMLElement>('input')
}

const LINES = Array.from({ length: MOST_LINES }, (_, at) => ({ value: String(at + 1), title: String(at + 1) }))
