import { catalogue } from '../../catalogue.ts'

/** The settings menu, and what is wrong with what this device keeps. */
export const settingsWords = catalogue('settings', {
  title: 'Settings',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  singleKeys: 'Single-key shortcuts',
  singleKeysHint: 'Letters and signs such as F, S and / give commands outside text fields.',
  help: 'Help',
  instances: 'Instances',
  panels: { requests: 'Requests' },
  newConnection: 'New connection',
  licences: 'Licences of what others have made',
  /** Read aloud behind it. */
  newTab: '(in a new tab)',
  problemsTitle: 'What could not be read',
  close: 'Close',

  storage: {
    damaged:
      'What this device had saved for this page (instances, drafts, theme) could not be read, so it starts fresh.',
    refused: 'This browser saves nothing for this page, so instances, drafts and theme last until the tab closes.',
    noDatabase: 'This browser does not save SQL drafts for this page, so they last until the tab closes.',
  },
})
