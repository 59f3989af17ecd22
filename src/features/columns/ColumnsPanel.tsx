import { Columns3, X } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import type { Field } from '../../protocol/field.ts'
import { shownColumns } from '../../query/columns.ts'
import { withColumn, withColumns, withDistinct } from '../../workspace/edits/columnEdits.ts'
import { settings, useSetting } from '../../workspace/settings.ts'
import { navigate, type View } from '../../workspace/view.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, SearchField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { columnsWords } from '../../words/en/columns.ts'
import { columnsPanelWords } from '../../words/en/columnsPanel.ts'
import { BesidePanel } from '../result/BesidePanel.tsx'
import { ColumnItem, type ColumnFigure } from './ColumnItem.tsx'
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
  /** What else can be done for all columns. */
  readonly tools: ReactNode
  /** Something to say of a column beside its name, in few words and whole. */
  readonly figureOf: (name: string) => ColumnFigure | null
  readonly onClose: () => void
}

/** Chooses which columns are asked for, and whether alike records count once. What is ticked applies at once. */
export function ColumnsPanel(props: ColumnsPanelProps) {
  const { client, view, title, fields, tools, figureOf, onClose } = props
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
  const listed = listedColumns(asked, fields)
  const search = foundColumns(listed, text)
  const found = search.columns
  const isFinding = text.trim() !== ''
  const tabStop = found.some(({ name }) => name === current) ? current : (found[0]?.name ?? null)

  const show = (names: readonly string[]) => {
    setIsNone(names.length === 0)
    navigate(withColumns(view, fields, names))
  }
  const toggle = (name: string, isShown: boolean) => {
    setCurrent(name)
    if (isNone) show([name])
    else if (!isShown && shown.size === 1) setIsNone(true)
    else navigate(withColumn(view, fields, name, isShown))
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows go from tick to tick */}
      <ul
        className={styles.list}
        aria-label={columnsPanelWords.list(title)}
        aria-describedby={isNone ? noneId : undefined}
        onKeyDown={moveByArrows}
      >
        {found.map((column) => {
          const figure = figureOf(column.name)
          return (
            <ColumnItem
              key={column.name}
              column={column}
              figure={figure?.words}
              wholeFigure={figure?.whole}
              isShown={shown.has(column.name)}
              isTabStop={column.name === tabStop}
              onToggle={toggle}
              onFocus={setCurrent}
            />
          )
        })}
      </ul>
      <div className={styles.foot}>
        {tools}
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

/** Up, Down, Home and End go through the ticks of the list, which is one tab stop. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const ticks = [...event.currentTarget.querySelectorAll('input')]
  const at = ticks.findIndex((tick) => tick === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ticks.length - 1 }[event.key]
  if (to === undefined || at === -1) return
  event.preventDefault()
  ticks[Math.max(0, Math.min(to, ticks.length - 1))]?.focus()
}
