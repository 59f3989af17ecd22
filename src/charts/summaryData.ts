import { fieldKind, type Field } from '../protocol/field.ts'
import type { JsonText } from '../protocol/jsonText.ts'
import type { Figure, Group, Grouping, Summary, SummaryAnswer } from '../summary/summary.ts'
import { chartWords } from '../words/en/chart.ts'
import { REST, type ChartData, type ChartField } from './chartData.ts'
import { kindOf, unitOfField } from './fieldKinds.ts'
import { shownName } from '../words/shownName.ts'

/** What there is to chart of a summary; a row is a group, in the order of the answer, and after them those of the rest. */
export function summaryData(
  summary: Summary,
  answer: SummaryAnswer,
  fields: readonly Field[],
  subtitle: string,
): ChartData {
  const groupings = summary.across === null ? summary.by : [...summary.by, summary.across]
  const { coverage, rest } = answer
  // First all that was left out as one; across another field that would count its values together.
  const left = summary.across === null ? (rest ?? []).slice(0, 1) : (rest ?? []).slice(1)
  return {
    fields: [
      ...groupings.map((grouping) => groupField(grouping, fields)),
      ...summary.figures.map((figure) => figureField(figure, groupings, fields)),
    ],
    rows: [
      ...answer.groups.map(rowOf),
      ...left.map(({ keys, figures }) => [...summary.by.map(() => REST), ...keys, ...figures]),
    ],
    isGrouped: true,
    notes: {
      cut: coverage.kind === 'cut' ? coverage.at : null,
      sample: coverage.kind === 'sample' ? { of: coverage.of, total: coverage.total } : null,
      // An estimate of the total is not taken for one.
      isAbout: false,
    },
    subtitle,
  }
}

function rowOf({ keys, figures }: Group): readonly JsonText[] {
  return [...keys, ...figures]
}

function groupField({ field: id, by }: Grouping, fields: readonly Field[]): ChartField {
  const field = fields.find((each) => each.id === id) ?? { id, type: 'text' }
  const step = typeof by === 'object' ? by.step : null
  const unit = typeof by === 'object' || by === 'value' || by === 'element' ? null : by
  const kind = by === 'element' ? 'text' : unit === null ? kindOf(fieldKind(field.type)) : 'time'
  return {
    id: unit === null ? (step === null ? id : `${id} by ${step}`) : `${id} by ${unit}`,
    name: unit === null ? shownName(id) : chartWords.units[unit](shownName(id)),
    source: id,
    kind: kind === 'other' ? 'text' : kind,
    unit,
    step,
    isMeasure: false,
    isCount: false,
    isAdditive: false,
    measuredIn: null,
  }
}

function figureField(figure: Figure, groupings: readonly Grouping[], fields: readonly Field[]): ChartField {
  const field = 'field' in figure ? fields.find(({ id }) => id === figure.field) : undefined
  const words = chartWords.figures[figure.kind]
  const name = 'field' in figure && typeof words === 'function' ? words(shownName(figure.field)) : String(words)
  const addsUp = figure.kind === 'count' || figure.kind === 'share' || figure.kind === 'sum'
  const keepsUnit = figure.kind !== 'count' && figure.kind !== 'share' && figure.kind !== 'distinct'
  return {
    id: 'field' in figure ? `${figure.kind} of ${figure.field}` : figure.kind,
    name,
    source: 'field' in figure ? figure.field : figure.kind,
    kind: 'number',
    unit: null,
    step: null,
    isMeasure: true,
    isCount: figure.kind === 'count',
    // A record with three elements is in three groups: their sum would count it thrice.
    isAdditive: addsUp && groupings.every(({ by }) => by !== 'element'),
    measuredIn: keepsUnit && field !== undefined ? unitOfField(field) : null,
  }
}
