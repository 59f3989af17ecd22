import { catalogue } from '../../catalogue.ts'

/** The bar of places at the bottom of a phone. */
export const phoneWords = catalogue('phone', {
  panels: 'Panels',
  table: 'Table',
  filter: 'Filter',
  chart: 'Chart',
  columns: 'Columns',
  more: 'More',
  close: 'Close',
})
