import { useMemo } from 'react'
import { figuresOf, type RowsAtHand } from '../../figures/figuresOf.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import type { Row } from '../../protocol/answers.ts'
import type { Field } from '../../protocol/field.ts'
import type { Query } from '../../query/query.ts'
import { queryText } from '../../query/queryLink.ts'
import type { Records } from '../../results/useRecords.ts'
import type { Figures } from '../../summary/figures.ts'
import { wholeRow } from '../../rows/rowSource.ts'
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
  const { rows, total } = records
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
            rows: () => (text === shownText ? rowsAtHand({ rows, total }) : NOTHING),
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

/** The most rows that a sample is made of. */
const SAMPLE_MOST = 10_000

function rowsAtHand({ rows, total }: Pick<Records, 'rows' | 'total'>): RowsAtHand {
  const { rowCount } = rows.extent.get()
  const whole: Row[] = []
  for (let row = 0; row < rowCount && whole.length < SAMPLE_MOST; row += 1) {
    const cells = wholeRow(rows, row)
    if (cells !== undefined) whole.push(cells)
  }
  return { fields: rows.fields.get(), rows: whole, total }
}
