import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Facet, Narrowing } from '../../../instances/catalogue/cataloguePage.ts'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Field.tsx'
import { portalWords } from '../../../words/en/tables/portal.ts'
import { DATASETS_PER_PAGE, loadCatalogue } from '../cataloguePages.ts'
import type { PortalSearch } from '../usePortalSearch.ts'
import { PortalNote } from './PortalNote.tsx'
import styles from './PortalPanel.module.css'

/** Under a list of tables found at a portal: how many there are, the next page, and what they can be narrowed to. */
export function PortalPanel({ portal }: { readonly portal: PortalSearch }) {
  const { page, isSearching, onMore } = portal
  const [isOpen, setIsOpen] = useState(portal.isNarrowed)
  const left = page.count - page.read
  return (
    <div className={styles.panel}>
      <PortalNote portal={portal} />
      <div className={styles.buttons}>
        {left > 0 && page.state === 'read' && (
          <Button size="sm" disabled={isSearching} onClick={onMore}>
            {portalWords.more(Math.min(left, DATASETS_PER_PAGE))}
          </Button>
        )}
        <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {portalWords.narrowBy}
        </Button>
      </div>
      {isOpen && <Narrow {...portal} />}
    </div>
  )
}

const FIELDS = ['organization', 'groups', 'tags'] as const

/** What datasets may belong to, asked for when it is wanted. */
function Narrow({ instanceId, client, narrowed, onNarrow }: PortalSearch) {
  const { data, isError } = useQuery({
    queryKey: [instanceId, 'catalogue', 'facets', client.identity],
    queryFn: async ({ signal }) => (await loadCatalogue()).readFacets(client, signal),
    staleTime: Infinity,
  })
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
