import { catalogue } from '../catalogue.ts'

/** What is said of a file of instances that is read. */
export const instanceFileWords = catalogue('instanceFile', {
  tooLarge: 'The file is larger than 1 MB, which no list of instances is.',
  notJson: 'The file is not JSON.',
  version: (version: number) => `The file has version ${version}; this page reads version 1.`,
  shape: 'The file has to be an object with "version": 1 and a list "instances".',
  entry: (place: number) => `Entry ${place}`,
  address: 'has a "url" that is not an address',
  member: (member: string) => `has no usable "${member}"`,
  notObject: 'is not an object',
  setByHost: 'the host of this page sets this instance',
  known: 'it is here already',
})
