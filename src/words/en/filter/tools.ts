import { catalogue } from '../../catalogue.ts'

/** The buttons above a result, whose places are kept from the first paint, before what they open has loaded. */
export const toolWords = catalogue('tools', {
  chart: 'Chart',
  summarise: 'Summarise',
  profile: 'Column profile',
  /** On the button of that name, which has little room. */
  profileShort: 'Profile',
  addRecord: 'Add record',
  addFromFile: 'Add records from a file',
  copyTable: 'Copy to this browser',
  keep: 'Keep',
})
