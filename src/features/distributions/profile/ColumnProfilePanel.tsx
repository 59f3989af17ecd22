import { X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { fieldKind } from '../../../protocol/field.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon, typeIcon } from '../../../ui/Icon.tsx'
import { profileWords } from '../../../words/en/distributions/profile.ts'
import type { View } from '../../../workspace/view.ts'
import { useWantedColumn } from '../../../workspace/wantedColumn.ts'
import { BesidePanel } from '../../result/beside/BesidePanel.tsx'
import { dictionaryWords, typeWords } from '../../result/gridColumns.ts'
import { FacetList } from '../facets/FacetList.tsx'
import { useFiguresSource, type FiguresUnder } from '../useFiguresSource.ts'
import styles from './ColumnProfilePanel.module.css'
import { ProfileFigures } from './ProfileFigures.tsx'
import { shownName } from '../../../words/shownName.ts'

export interface ColumnProfilePanelProps extends FiguresUnder {
  readonly view: View
  /** The name of the table. */
  readonly title: string
  /** Its identity; null while unknown. */
  readonly tableId: string | null
  readonly profiled: string
  readonly showProfile: (column: string | null) => void
}

/** What a column holds, with facets below it to choose records by. */
export function ColumnProfilePanel(props: ColumnProfilePanelProps) {
  const { fields, profiled, showProfile, tableId } = props
  const source = useFiguresSource(props)
  const inAll = source.shown
  const wanted = useWantedColumn()
  const followed = wanted?.resource === tableId && fields.some(({ id }) => id === wanted?.column) ? wanted : null
  const follow = useEffectEvent((column: string) => column !== profiled && showProfile(column))
  // Where the grid goes to a column, the profile goes with it.
  useEffect(() => {
    if (followed !== null) follow(followed.column)
  }, [followed])
  const name = shownName(profiled)
  const field = fields.find(({ id }) => id === profiled)
  const { label, note } = field === undefined ? {} : dictionaryWords(field)
  return (
    <BesidePanel label={profileWords.title} className={styles.panel} onEscape={() => showProfile(null)}>
      <div className={styles.head}>
        <Icon icon={typeIcon(fieldKind(field?.type ?? ''))} size={16} />
        <h2 title={name}>{name}</h2>
        <span className={styles.type}>{field === undefined ? '' : typeWords(field.type)}</span>
        <Button variant="ghost" icon={X} iconOnly label={profileWords.close} onClick={() => showProfile(null)} />
      </div>
      <div className={styles.body}>
        <section className={styles.profile} aria-label={name}>
          {label !== undefined && <p className={styles.label}>{label}</p>}
          {note !== undefined && <p className={styles.note}>{note}</p>}
          {field === undefined && <p className={styles.note}>{profileWords.gone(name)}</p>}
          {field !== undefined && inAll !== null && (
            <ProfileFigures key={field.id} {...props} source={source} field={field} inAll={inAll} />
          )}
        </section>
        {inAll !== null && <FacetList {...props} source={source} inAll={inAll} profiled={field ?? null} />}
      </div>
    </BesidePanel>
  )
}
