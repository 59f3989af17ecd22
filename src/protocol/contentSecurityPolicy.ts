/**
 * What the page may do. Inline styles are allowed because Monaco injects its theme as a `<style>` element and offers no
 * nonce; scripts stay strict. `connect-src` names `http:` and `https:`, as an analyst may point the page at any host,
 * and `blob:`, by which the page stops a statement in its own worker.
 */
export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "worker-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src http: https: blob: 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
