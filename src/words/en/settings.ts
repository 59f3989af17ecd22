import { catalogue } from '../catalogue.ts'

/** The settings menu, and what is wrong with the settings file or with what this device keeps. */
export const settingsWords = catalogue('settings', {
  title: 'Settings',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  instances: 'Instances',
  panels: { requests: 'Requests' },
  newConnection: 'New connection',
  problemsTitle: 'What could not be read',
  close: 'Close',

  storage: {
    damaged:
      'What this device had saved for this page (instances, drafts, theme) could not be read, so it starts fresh.',
    refused: 'This browser saves nothing for this page, so instances, drafts and theme last until the tab closes.',
    noDatabase: 'This browser does not save SQL drafts for this page, so they last until the tab closes.',
  },

  file: {
    noAnswer: 'settings.json could not be read: the host of this page does not answer.',
    status: (status: number) => `settings.json could not be read: the host answered ${status}.`,
    notJson: 'settings.json is not JSON. The host of this page has to correct it.',
    version: (version: number) => `settings.json has version ${version}; this page reads version 1.`,
    shape: 'settings.json has to be an object with "version": 1 and a list "instances".',
    leftOut: (entries: string) => `Left out: ${entries}.`,
    address: (place: number) => `entry ${place} of settings.json has a "url" that is not an address`,
    member: (place: number, member: string) => `entry ${place} of settings.json has no usable "${member}"`,
    notObject: (place: number) => `entry ${place} of settings.json is not an object`,
  },
})
