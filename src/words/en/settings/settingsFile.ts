import { catalogue } from '../../catalogue.ts'

/** What is wrong with the settings file. */
export const settingsFileProblemWords = catalogue('settingsFile', {
  noAnswer: 'settings.json could not be read: the host of this page does not answer.',
  status: (status: number) => `settings.json could not be read: the host answered ${status}.`,
  notJson: 'settings.json is not JSON. The host of this page has to correct it.',
  version: (version: number) => `settings.json has version ${version}; this page reads version 1.`,
  shape: 'settings.json has to be an object with "version": 1 and a list "instances".',
  leftOut: (entries: string) => `Left out: ${entries}.`,
  address: (place: number) => `entry ${place} of settings.json has a "url" that is not an address`,
  member: (place: number, member: string) => `entry ${place} of settings.json has no usable "${member}"`,
  notObject: (place: number) => `entry ${place} of settings.json is not an object`,
})
