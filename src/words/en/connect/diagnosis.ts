import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'

/** What a test of a connection says. */
export const diagnosisWords = catalogue('diagnosis', {
  title: 'Diagnosis',
  failedAt: (step: number, steps: number) => `failed at step ${countWords(step)} of ${countWords(steps)}`,
  passed: (steps: number, took: string) => `${countWords(steps)} of ${countWords(steps)}, ${took}`,
  warning: 'Warning: ',
  failed: 'Failed: ',
  notReached: 'not reached',
  takePrefix: (prefix: string) => `Use ${prefix}`,
  hostMustFix: 'The host of this page has to correct its settings.',

  remedy: 'Remedy',
  copy: 'Copy',
  copyLine: (text: string) => `Copy: ${text}`,
  copied: 'Copied.',
  copyFailed: 'The browser does not let the page copy. Select the line and copy it.',
  purposes: {
    setting: "Ask the portal's administrator to add this to ckan.ini. It takes effect when the service restarts:",
    checkReading: 'To check it, with the Origin header that a browser sends:',
    checkToken: (header: string) =>
      `To check it; the answer must list ${header} and content-type in Access-Control-Allow-Headers:`,
  },

  /** What stands for a part that is not reached. */
  parts: {
    address: 'The address',
    host: 'The host answers',
    reading: 'The browser may read the answer',
    api: 'Service and version',
    token: 'Token accepted',
    table: 'This table',
    capabilities: 'SQL, range filters, row cap',
  },

  badAddress: 'The address is not valid',
  badAddressFix: 'An address looks like https://data.example.org.',
  badPrefix: 'The path prefix is not valid',
  badPrefixFix: 'It starts with a slash, such as /en/api/3/action.',
  mixedContent: 'The browser blocks this address',
  mixedContentFix:
    'This page was loaded over https and the address starts with http (mixed content). Use its https address, or open this page over http.',
  goodAddress: 'The address is well formed',
  goodHttpsAddress: 'The address is well formed and uses https',

  hostAnswers: 'The host answers',
  offline: 'This device is offline',
  offlineFix: 'Connect it and test again.',
  noAnswer: 'The host does not answer',
  noAnswerOwn: (host: string) =>
    `Nothing came back from ${host}. Check the spelling and the port, and that the server is running.`,
  noAnswerOther: (host: string) =>
    `${host} doesn't answer, or doesn't let pages of other sites read its answers (CORS). Check the spelling and the port, and that the server is running. If it is running, its administrator has to allow this page.`,
  noAnswerInside: 'The host does not answer, or the browser blocks it',
  noAnswerFrom: (host: string) =>
    `Nothing came back from ${host}: the server is not running, or the browser blocks the request.`,
  allowDevice:
    'Chromium asks before a page connects to this device: allow Local network access in the settings of this site, beside the address.',
  allowNetwork:
    'Chromium asks before a page connects to your local network: allow Local network access in the settings of this site, beside the address.',
  otherBrowsers: 'Other browsers refuse http from a page that was loaded over https.',
  needsHttpsForDevice:
    'Chromium lets only pages loaded over https connect to this device: open this page over https, or from there.',
  needsHttpsForNetwork:
    'Chromium lets only pages loaded over https connect to your local network: open this page over https, or from there.',

  readable: 'The browser may read the answer',
  ways: {
    sameOrigin: 'same origin',
    simple: 'simple',
    preflighted: 'simple and preflighted',
    otherPrefix: 'under another prefix',
  },
  notReadable: 'The browser may not read the answer (CORS)',
  notReadableFix:
    'The server replied, but without an Access-Control-Allow-Origin header for this page. Only its administrator can change that.',
  notReadableNoToken:
    'The server replied, but without an Access-Control-Allow-Origin header for this page. Only its administrator can change that. If the server needs an API token, test with it first: what the page cannot read may be a refusal.',
  tokenBlocked: 'Requests with a token are blocked (CORS)',
  tokenBlockedMeasure: 'simple ones are not',
  tokenBlockedFix: (header: string) =>
    `The browser asks first with OPTIONS, and the answer does not allow the header ${header} for this page. Without a token, public tables work. Only the administrator can change the rest.`,

  noApi: (prefix: string) => `There is no action API under ${prefix}`,
  checkAddress: 'Check the address and the path prefix.',
  giveTable: 'If this service lists no tables, enter the address of one of them.',
  apiElsewhere: (prefix: string) => `It answers at ${prefix} on the same site.`,
  api: 'The action API is there',
  service: (name: string) => `The service is ${name}`,

  tokenStep: 'Token',
  tokenNotSent: 'not sent',
  noToken: 'No token',
  noTokenMeasure: 'public tables need none',
  tokenAccepted: 'The token was accepted',
  tokenUser: (user: string) => `as ${user}`,
  tokenRefused: 'The token was not accepted',
  tokenRefusedMeasure: 'read as anonymous',
  tokenRefusedFix:
    'It may be mistyped or expired. Many servers ignore a wrong token instead of refusing it: public tables work, private ones look missing.',
  tokenUnchecked: 'The token could not be checked',
  tokenUncheckedFix:
    'This server does not say whose token it is, and may ignore a wrong one. If private tables are missing, check it.',

  tableAnswers: 'This table answers',
  tableSilent: 'This table does not answer',
  tableSilentFix: 'Nothing came back for it, though other requests were answered. Try again.',
  tablePrivateForToken: 'This table is not open to this token',
  tablePrivateForTokenFix: 'The token does not allow reading it.',
  tablePrivate: 'This table is not open to anonymous readers',
  tablePrivateFix: 'It is private: enter an API token that may read it.',
  tableMissing: 'This table is not here',
  tableMissingFix: (id: string) =>
    `No table has the id ${id}. It may be deleted, private, or not loaded into the DataStore.`,
  tableRefused: 'This table gives no records',

  capabilities: 'Asked what it can do',
})
