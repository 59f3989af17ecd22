import { catalogue } from '../../catalogue.ts'

/** How editor and result share the room. */
export const paneWords = catalogue('sqlPanes', {
  title: 'Layout of editor and result',
  above: 'Editor above the result',
  beside: 'Editor beside the result',
  editor: 'Only the editor',
  result: 'Only the result',
})
