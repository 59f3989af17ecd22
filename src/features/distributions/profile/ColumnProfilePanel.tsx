import { X } from 'lucide-react'
import { useMemo } from 'react'
import { fieldKind } from '../../../protocol/field.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon, typeIcon } from '../../../ui/Icon.tsx'
import { profileWords } from '../../../words/en/distributions/profile.ts'
import type { View } from '../../../workspace/view.ts'
import { BesidePanel } from '../../result/BesidePanel.tsx'
import { dictionaryWords, typeWords } from '../../result/gridColumns.ts'
import { FacetList } from '../facets/FacetList.tsx'
import { recordsOf } from '../figureQueries.ts'
import { useFiguresSource, type FiguresUnder } from '../useFiguresSource.ts'
import styles from './ColumnProfilePanel.module.css'
import { ProfileFigures } from './ProfileFigures.tsx'

export interface ColumnProfilePanelProps extends FiguresUnder {
  readonly view: View
  /** The name of the table. */
  readonly title: string
  readonly profiled: string
  readonly showProfile: (column: string | null) => void
}

/** What a column holds, with facets below it to choose records by. */
export function ColumnProfilePanel(props: ColumnProfilePanelProps) {
  const { query, fields, profiled, showProfile } = props
  const source = useFiguresSource(props)
  const inAll = useMemo(() => (query === null ? null : recordsOf(query)), [query])
  const field = fields.find(({ id }) => id === profiled)
  const { label, note } = field === undefined ? {} : dictionaryWords(field)
  return (
    <BesidePanel label={profileWords.title} className={styles.panel} onEscape={() => showProfile(null)}>
      <div className={styles.head}>
        <Icon icon={typeIcon(fieldKind(field?.type ?? ''))} size={16} />
        <h2 title={profiled}>{profiled}</h2>
        <span className={styles.type}>{field === undefined ? '' : typeWords(field.type)}</span>
        <Button variant="ghost" icon={X} iconOnly label={profileWords.close} onClick={() => showProfile(null)} />
      </div>
      <div className={styles.body}>
        <section className={styles.profile} aria-label={profiled}>
          {label !== undefined && <p className={styles.label}>{label}</p>}
          {note !== undefined && <p className={styles.note}>{note}</p>}
          {field === undefined && <p className={styles.note}>{profileWords.gone(profiled)}</p>}
          {field !== undefined && inAll !== null && (
            <ProfileFigures key={field.id} {...props} source={source} field={field} inAll={inAll} />
          )}
        </section>
        {inAll !== null && <FacetList {...props} source={source} inAll={inAll} profiled={field ?? null} />}
      </div>
    </BesidePanel>
  )
}
