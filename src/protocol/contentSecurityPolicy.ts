const MONACO_POLICIES = [
  'defaultWorkerFactory',
  'diffEditorWidget',
  'diffReview',
  'domLineBreaksComputer',
  'editorViewLayer',
  'richScreenReaderContent',
  'standaloneColorizer',
  'tokenizeToString',
]

/** Of `src/embedded/earlyWorker.js`, the one script that is in the page itself: SHA-256 of its text, which a test compares. */
const EARLY_WORKER = 'sha256-Oxt+Mp9q9EqXrm2M2FrQO57fwRDt+kYRy1TM+j4ygNE='

/**
 * What the page may do. Inline styles are allowed because Monaco injects its theme as a `<style>` element and offers no
 * nonce; scripts stay strict: files of the site, and one text, by its digest. `connect-src` names `http:` and `https:`, as an analyst may point the page at any host,
 * and `blob:`, by which the page stops a statement in its own worker. Text becomes markup or a script's address only through
 * the Trusted Types policies listed here: the page's own, that of the script in the page, and Monaco's, each for one part of
 * the editor.
 */
export const contentSecurityPolicy = [
  "default-src 'self'",
  `script-src 'self' '${EARLY_WORKER}' 'wasm-unsafe-eval'`,
  "style-src 'self' 'unsafe-inline'",
  "worker-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src http: https: blob: 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  `trusted-types rowan rowan-early ${MONACO_POLICIES.join(' ')}`,
].join('; ')
