import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Facet, Narrowing } from '../../../instances/catalogue/cataloguePage.ts'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Field.tsx'
import { portalWords } from '../../../words/en/tables/portal.ts'
import { DATASETS_PER_PAGE } from './cataloguePages.ts'
import type { PortalChoice } from '../shownTables.ts'
import { FIELDS, facetsQuery } from './facets.ts'
import { noteOf } from './noteOf.ts'
import styles from './PortalPanel.module.css'
import { usePortalSearch, type PortalSearchProps } from './usePortalSearch.ts'

/** Searches a portal for a list of tables: how much was found, the next page, and what it can be narrowed to. */
export function PortalPanel(props: PortalSearchProps) {
  const search = usePortalSearch(props)
  const { page, isSearching, narrowedTo, onMore } = search
  const [isOpen, setIsOpen] = useState(narrowedTo.length > 0)
  const left = page === undefined ? 0 : page.count - page.read
  return (
    <div className={styles.panel}>
      <output>{noteOf(search)}</output>
      <div className={styles.buttons}>
        {left > 0 && page?.state === 'read' && (
          <Button size="sm" disabled={isSearching} onClick={onMore}>
            {portalWords.more(Math.min(left, DATASETS_PER_PAGE))}
          </Button>
        )}
        <Button size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {portalWords.narrowBy}
        </Button>
      </div>
      {isOpen && <Narrow {...props} />}
    </div>
  )
}

/** What datasets may belong to, asked for when it is wanted. */
function Narrow({ instanceId, client, narrowed, onNarrow }: PortalChoice) {
  const { data, isError } = useQuery(facetsQuery(instanceId, client))
  if (isError) return <p>{portalWords.noFacets}</p>
  return FIELDS.map((field) => (
    <Select
      key={field}
      label={portalWords.fields[field]}
      value={narrowed[field] ?? ''}
      options={[{ value: '', title: portalWords.any[field] }, ...optionsOf(data?.[field] ?? [], narrowed[field])]}
      onChange={(value) => onNarrow(changed(narrowed, field, value))}
    />
  ))
}

function optionsOf(facets: readonly Facet[], chosen: string | undefined) {
  const options = facets.map(({ name, title, count }) => ({ value: name, title: portalWords.facet(title, count) }))
  const isOffered = chosen === undefined || facets.some(({ name }) => name === chosen)
  return isOffered ? options : [{ value: chosen, title: chosen }, ...options]
}

function changed(narrowed: Narrowing, field: keyof Narrowing, value: string): Narrowing {
  return { ...narrowed, [field]: value === '' ? undefined : value }
}
