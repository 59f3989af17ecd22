import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { hasYears } from '../../../figures/yearFacet.ts'
import { fieldKind, type Field } from '../../../protocol/field.ts'
import type { Query } from '../../../query/query.ts'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Field.tsx'
import { facetWords } from '../../../words/en/distributions/facets.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { distributionQuery, type FiguresSource } from '../figureQueries.ts'
import type { FiguresUnder } from '../useFiguresSource.ts'
import { useAddedFacets } from './addedFacets.ts'
import { ColumnFacet } from './ColumnFacet.tsx'
import { facetTitle } from './facetTitle.ts'
import { readFacet, withChoice } from './facetEdits.ts'
import styles from './Facets.module.css'
import { suggestedFacets } from './suggestedFacets.ts'

export interface FacetListProps extends FiguresUnder {
  readonly source: FiguresSource
  readonly view: View
  /** All records of the query. */
  readonly inAll: Query
  readonly profiled: Field | null
}

/** So many columns are looked through for what makes a good facet: those whose headers were seen. */
const LOOKED_THROUGH = 60

/** Facets: of the profiled column, of those that the query chooses values of, and of those that the user adds. */
export function FacetList({ source, view, inAll, fields, canAsk, asked, profiled }: FacetListProps) {
  // The drawer may be closed and opened again.
  const [added, setAdded] = useAddedFacets(source.instanceId, inAll.resource)
  const [removed, setRemoved] = useState<readonly string[]>([])
  const known = useQueries({
    // What the headers have asked for; nothing is asked for here.
    queries: fields
      .slice(0, LOOKED_THROUGH)
      .map((field) => ({ ...distributionQuery(source, inAll, field), enabled: false })),
  })
  const isChosen = ({ id, type }: Field) => {
    const { included, excluded } = readFacet(view.where, id, fieldKind(type))
    return included.length > 0 || excluded.length > 0
  }
  const own = profiled !== null && mayBeFacet(profiled) ? [profiled.id] : []
  const names = [...own, ...fields.filter(isChosen).map(({ id }) => id), ...added]
  const shown = [...new Set(names)].filter((name) => !removed.includes(name))
  const facets = shown.flatMap((name) => fields.find(({ id }) => id === name) ?? [])
  const candidates = fields.slice(0, LOOKED_THROUGH).flatMap((field, place) => {
    const distribution = known[place]?.data
    return distribution === undefined || shown.includes(field.id) ? [] : [{ field: field.id, distribution }]
  })
  const suggested = suggestedFacets(candidates, 4)
  const others = fields.filter(({ id, type }) => !shown.includes(id) && fieldKind(type) !== 'json')
  const titleOf = (name: string) => {
    const field = fields.find(({ id }) => id === name)
    return field === undefined ? name : facetTitle(field)
  }
  const add = (name: string) => {
    setRemoved(removed.filter((each) => each !== name))
    setAdded([...added, name])
  }
  return (
    <>
      {facets.map((field) => (
        <ColumnFacet
          key={field.id}
          source={source}
          inAll={inAll}
          where={view.where}
          field={field}
          asked={asked}
          canAsk={(choice) => canAsk(withChoice(view, field.id, fieldKind(field.type), choice))}
          onChoice={(choice) => navigate(withChoice(view, field.id, fieldKind(field.type), choice))}
          onRemove={() => {
            setAdded(added.filter((name) => name !== field.id))
            setRemoved([...removed, field.id])
          }}
        />
      ))}
      <div className={styles.suggest}>
        {suggested.length > 0 && <span>{facetWords.suggested}</span>}
        {suggested.map((name) => (
          <Button key={name} variant="ghost" size="sm" onClick={() => add(name)}>
            {titleOf(name)}
          </Button>
        ))}
        {others.length > 0 && (
          <Select
            label={facetWords.add}
            value=""
            onChange={add}
            options={[
              { value: '', title: facetWords.add },
              ...others.map((field) => ({ value: field.id, title: facetTitle(field) })),
            ]}
          />
        )}
      </div>
    </>
  )
}

/** A column whose single values, or years, are worth choosing; of measures it is ranges. */
function mayBeFacet({ id, type }: Field): boolean {
  const kind = fieldKind(type)
  return (
    id !== '_id' &&
    (hasYears({ type }) ||
      kind === 'text' ||
      kind === 'boolean' ||
      kind === 'array' ||
      kind === 'integer' ||
      kind === 'other')
  )
}
