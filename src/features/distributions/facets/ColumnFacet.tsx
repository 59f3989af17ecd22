import { useQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { useId, useState } from 'react'
import { fieldKind, type Field } from '../../../protocol/field.ts'
import type { Query, Where } from '../../../query/query.ts'
import type { Facet } from '../../../summary/figures.ts'
import type { Coverage } from '../../../summary/summary.ts'
import { useLate } from '../../../ui/browser/useLate.ts'
import { Button } from '../../../ui/Button.tsx'
import { SearchField } from '../../../ui/Field.tsx'
import { Icon, typeIcon } from '../../../ui/Icon.tsx'
import { facetWords } from '../../../words/en/distributions/facets.ts'
import { explainFailure, type Asked } from '../../result/failure.ts'
import { isOffline } from '../../result/isOffline.ts'
import { withoutField } from '../brush/ranges.ts'
import { readKind } from '../values/valueWords.ts'
import { answerBefore, facetQuery, type FiguresSource } from '../figureQueries.ts'
import { editedChoice, readFacet, type FacetChoice } from './facetEdits.ts'
import { facetTitle } from './facetTitle.ts'
import { listedValues } from './facetValues.ts'
import styles from './Facets.module.css'
import { FacetValue } from './FacetValue.tsx'

export interface ColumnFacetProps {
  readonly source: FiguresSource
  readonly inAll: Query
  /** What is asked for by now; what is counted may be behind. */
  readonly where: Where
  readonly field: Field
  readonly asked: Asked
  /** Whether anybody can be asked for these values. */
  readonly canAsk: (choice: FacetChoice) => boolean
  readonly onChoice: (choice: FacetChoice) => void
  readonly onRemove: () => void
}

/** How many values are shown at first, and how many more at a time. */
const FEW = 6
const MORE = 30

/** The values of a column with their counts, counted as if nothing were asked of the column itself. */
export function ColumnFacet({ source, inAll, where, field, asked, canAsk, onChoice, onRemove }: ColumnFacetProps) {
  const [most, setMost] = useState(FEW)
  const [isFinding, setIsFinding] = useState(false)
  const [text, setText] = useState('')
  const contains = useLate(isFinding ? text.trim() : '', 200)
  const kind = fieldKind(field.type)
  const id = useId()
  const title = facetTitle(field)
  const options = facetQuery(source, withoutField(inAll, field.id), field, { contains, most })
  const answer = useQuery({
    ...options,
    enabled: source.isHere,
    placeholderData: answerBefore<Facet>(options.queryKey),
  })
  const facet = answer.data
  const choice = readFacet(where, field.id, kind)
  const listed = facet === undefined ? [] : listedValues(facet, choice, kind, contains)
  const read = readKind(
    kind,
    listed.map((each) => each.value),
  )
  const highest = listed.reduce((top, { count }) => Math.max(top, count ?? 0), 1)
  const hidden = facet?.distinct === null || facet === undefined ? null : facet.distinct - facet.values.length
  const isFull = facet !== undefined && facet.values.length >= most
  return (
    <section
      className={styles.facet}
      aria-label={facetWords.facet(title)}
      aria-busy={answer.isFetching}
      data-before={answer.isPlaceholderData || undefined}
    >
      <h3>
        <Icon icon={typeIcon(kind)} />
        <span className={styles.name} title={title}>
          {title}
        </span>
        <span className={styles.number}>
          {facet?.distinct !== null && facet !== undefined && contains === '' && facetWords.values(facet.distinct)}
        </span>
        <Button
          variant="ghost"
          size="sm"
          icon={Search}
          iconOnly
          label={facetWords.find(title)}
          aria-expanded={isFinding}
          onClick={() => {
            setIsFinding(!isFinding)
            setText('')
          }}
        />
        <Button variant="ghost" size="sm" icon={X} iconOnly label={facetWords.remove(title)} onClick={onRemove} />
      </h3>
      {isFinding && (
        <div className={styles.find}>
          <SearchField label={facetWords.find(title)} value={text} onChange={setText} aria-describedby={id} />
        </div>
      )}
      {facet === undefined && answer.error === null && <p className={styles.awaited}>{facetWords.loading}</p>}
      {answer.error !== null && !isOffline(answer.error) && (
        <p className={styles.failed}>{explainFailure(answer.error, asked).what}</p>
      )}
      {facet !== undefined && listed.length === 0 && (
        <p id={id} className={styles.none}>
          {contains === '' ? facetWords.noValues : facetWords.none}
        </p>
      )}
      <ul>
        {listed.map((value) => (
          <FacetValue
            key={value.text === null ? 'null' : `=${value.text}`}
            value={value}
            kind={read}
            highest={highest}
            canEdit={(edit) => canAsk(editedChoice(choice, value.text, edit))}
            onEdit={(edit) => onChoice(editedChoice(choice, value.text, edit))}
          />
        ))}
      </ul>
      <p className={styles.more}>
        {isFull && (hidden === null || hidden > 0) && (
          <Button variant="ghost" size="sm" onClick={() => setMost(most + MORE)}>
            {hidden === null ? facetWords.moreUnknown : facetWords.more(hidden)}
          </Button>
        )}
        {most > FEW && (
          <Button variant="ghost" size="sm" onClick={() => setMost(FEW)}>
            {facetWords.fewer}
          </Button>
        )}
      </p>
      {facet?.coverage.kind === 'sample' && <p className={styles.sample}>{sampleWords(facet.coverage)}</p>}
    </section>
  )
}

function sampleWords({ of, isFirst, stretches }: Extract<Coverage, { readonly kind: 'sample' }>): string {
  return isFirst === true ? facetWords.fromFirst(of) : facetWords.fromSample(of, stretches)
}
