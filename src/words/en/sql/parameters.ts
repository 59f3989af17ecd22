import { catalogue } from '../../catalogue.ts'

/** The values of a statement's parameters. */
export const parameterWords = catalogue('sqlParameters', {
  title: 'Parameters',
  how: 'put in as quoted values',
  add: 'add',
  remove: (value: string, name: string) => `Remove ${value} from ${name}`,
  null: (name: string) => `${name} is null`,
  nullHint: 'Null. To find empty values, write IS NOT DISTINCT FROM: nothing equals null.',
  emptyList: 'An empty list matches nothing.',
  boolean: { none: 'Choose', true: 'true', false: 'false' },
  problems: {
    missing: 'Give it a value.',
    notNumber: 'Not a number.',
    notBoolean: 'Neither true nor false.',
    unsayable: 'Has a character that no statement can hold.',
  },
})
