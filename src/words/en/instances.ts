import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'
import { plural } from '../plural.ts'

/** What the list of instances says. */
export const instancesWords = catalogue('instances', {
  title: 'Instances',
  newConnection: 'New connection',
  import: 'Import',
  export: 'Export',
  file: 'File of instances',
  saved: (file: string) => `Saved ${file}. It holds no tokens.`,
  none: 'None yet.',

  setByHost: 'set by the host of this page',
  tokenOnDevice: 'token on this device',
  tokenForTab: 'token for this browser tab',
  edit: 'Edit',
  editOne: (title: string) => `Edit ${title}`,
  duplicate: 'Duplicate',
  duplicateOne: (title: string) => `Duplicate ${title}`,
  forgetToken: 'Forget token',
  forgetTokenOf: (title: string) => `Forget token for ${title}`,
  remove: 'Remove',
  removeOne: (title: string) => `Remove ${title}`,
  keep: 'Keep',
  forget: 'Forget',
  mayForget: (title: string) => `Forget the token for ${title}, and what was read with it?`,
  mayRemove: (title: string, hasToken: boolean, drafts: number) => {
    if (!hasToken && drafts === 0) return `Remove ${title} from this list?`
    const sql = plural(drafts, { one: 'its SQL draft', other: `its ${countWords(drafts)} SQL drafts` })
    const gone = drafts === 0 ? 'its token' : hasToken ? `its token and ${sql}` : sql
    return `Remove ${title} and ${gone}?`
  },

  importRegion: 'Import',
  inFile: (file: string) => `In ${file}`,
  toAdd: (count: number) => `To add, without a token: ${countWords(count)}`,
  toChange: (count: number) => `To change: ${countWords(count)}`,
  toKeep: (count: number) => `Kept queries to add: ${countWords(count)}`,
  leftOut: (count: number) => `Skipped: ${countWords(count)}`,
  andMore: (count: number) => `and ${countWords(count)} more`,
  nothingInFile: 'The file holds no instances.',
  chooseAnother: 'Choose a file that was saved by Export.',
  accept: (added: number, changed: number) => {
    if (changed === 0) return `Add ${countWords(added)}`
    if (added === 0) return `Change ${countWords(changed)}`
    return `Add ${countWords(added)} and change ${countWords(changed)}`
  },
  done: 'Done',
  cancel: 'Cancel',
})
