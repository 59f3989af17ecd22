import { memo } from 'react'
import type { Drawing } from '../../charts/drawing.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { chartWords } from '../../words/en/chart.ts'

/** The numbers of a picture as a table, for readers who don't see the picture. */
export const ChartTable = memo(function ChartTable({ drawing }: { readonly drawing: Drawing }) {
  const { head, rows } = drawing.table
  const shown = rows.slice(0, MOST_ROWS)
  return (
    <VisuallyHidden>
      <table>
        <caption>
          {rows.length > shown.length
            ? chartWords.tableCut(drawing.title, shown.length, rows.length)
            : chartWords.table(drawing.title)}
        </caption>
        <thead>
          <tr>
            {head.map((name, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- two columns may have one name
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity
            <tr key={at}>
              {row.map((value, column) =>
                column === 0 ? (
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  <th key={column} scope="row">
                    {value}
                  </th>
                ) : (
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  <td key={column}>{value}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
})

/** Nobody listens to more, and each row costs the page. */
const MOST_ROWS = 500
