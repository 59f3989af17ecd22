import { useMemo } from 'react'
import { figuresOf, type RowsAtHand } from '../../figures/figuresOf.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import type { Row } from '../../protocol/answers.ts'
import type { Field } from '../../protocol/field.ts'
import type { Query } from '../../query/query.ts'
import { queryText } from '../../query/queryLink.ts'
import type { Figures } from '../../summary/figures.ts'
import type { Records } from '../../results/useRecords.ts'
import type { Asked } from '../result/failure.ts'
import { recordsOf, type FiguresSource } from './figureQueries.ts'

/** Whose records are looked at, and who is asked for them. */
export interface FiguresUnder {
  readonly instance: Instance
  readonly asker: ActionClient
  readonly query: Query | null
  /** The table's. */
  readonly fields: readonly Field[]
  readonly records: Records
  readonly asked: Asked
}

/** Who works out figures about the records of a result. */
export function useFiguresSource({ instance, asker, query: shown, fields, records }: FiguresUnder): FiguresSource {
  const { rows, totalIsEstimate } = records
  // An estimate can't show that all records are here.
  const total = totalIsEstimate ? null : records.total
  // What is worked out in another way once that is known is another answer.
  const sql = useProfile(asker, (profile) => profile.sql)
  const shownText = shown === null ? null : queryText(recordsOf(shown))
  return useMemo(() => {
    const made = new Map<string, Figures>()
    return {
      instanceId: instance.id,
      identity: `${asker.identity} ${sql}`,
      figuresFor(query) {
        const text = queryText(query)
        const figures =
          made.get(text) ??
          figuresOf({
            client: asker,
            query,
            fields,
            rows: (names, most) => (text === shownText ? rowsAtHand({ rows, total }, names, most) : NOTHING),
          })
        // The one used last is the last one; a brush makes many.
        made.delete(text)
        made.set(text, figures)
        const [oldest] = made.keys()
        if (made.size > KEPT && oldest !== undefined) made.delete(oldest)
        return figures
      },
    }
  }, [instance, asker, sql, shownText, fields, rows, total])
}

/** So many queries are remembered: the one that is shown, those without one column each, and those of a brush. */
const KEPT = 20

/** Of other records than those that are shown nothing is at hand. */
const NOTHING: RowsAtHand = { fields: [], rows: [], total: null }

/** Only these columns are read: of hundreds, whole rows for each header would keep the page from answering. */
function rowsAtHand(
  { rows, total }: Pick<Records, 'rows' | 'total'>,
  names: readonly string[],
  most: number,
): RowsAtHand {
  const all = rows.fields.get()
  const places = all.flatMap(({ id }, place) => (names.includes(id) ? [place] : []))
  const { rowCount } = rows.extent.get()
  const found: Row[] = []
  for (let row = 0; row < rowCount && found.length < most; row += 1) {
    // Without a column to read, the first one tells whether the row is here.
    const cells = (places.length === 0 ? [0] : places).map((place) => rows.cell(row, place))
    if (!cells.includes(undefined)) found.push(places.map((_, at) => cells[at] ?? undefined))
  }
  return { fields: places.flatMap((place) => all[place] ?? []), rows: found, total }
}
