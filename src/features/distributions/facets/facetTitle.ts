import { hasYears } from '../../../figures/yearFacet.ts'
import type { Field } from '../../../protocol/field.ts'
import { facetWords } from '../../../words/en/distributions/facets.ts'
import { shownName } from '../../../words/shownName.ts'

/** What the facet of a field is called: `stage`, `started_on by year`. */
export function facetTitle(field: Field): string {
  return hasYears(field) ? facetWords.byYear(shownName(field.id)) : shownName(field.id)
}
