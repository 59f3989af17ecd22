import { ShieldAlert } from 'lucide-react'
import type { ReadTable } from '../../formats/readTable.ts'
import { Icon } from '../../ui/Icon.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { personalWords } from '../../words/en/create/personal.ts'
import styles from './PersonalData.module.css'

export interface PersonalDataProps {
  readonly table: ReadTable
  /** Whether the column of the file at this position is to be sent. */
  readonly isSent?: ((place: number) => boolean) | undefined
}

/** The columns that may hold personal data, named before anything is sent; it blocks nothing. */
export function PersonalData({ table, isSent = () => true }: PersonalDataProps) {
  const found = table.columns.flatMap(({ written, name, personal }, place) =>
    personal === null || !isSent(place) ? [] : [{ ...personal, place, column: written || name }],
  )
  if (found.length === 0) return null
  return (
    <section className={styles.personal} aria-label={personalWords.title}>
      <Icon icon={ShieldAlert} size={16} />
      <div>
        <b>{personalWords.title}</b>
        <ul>
          {found.map(({ place, column, kind, count, line }) => (
            <li key={place}>
              <RichText
                parts={personalWords.found[table.numbering](column, personalWords.holds[kind](count), count, line)}
              />
            </li>
          ))}
        </ul>
        <p>{personalWords.check}</p>
      </div>
    </section>
  )
}
