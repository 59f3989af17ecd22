/** What this page needs of Trusted Types, which TypeScript doesn't describe and older browsers don't have. */
interface TrustedTypes {
  createPolicy(name: string, rules: Partial<ScriptRules>): ScriptRules
}

interface ScriptRules {
  createScriptURL(url: string): string
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

/**
 * The address of a worker's script, in the form that the page's policy asks for (`rowan` in `contentSecurityPolicy.ts`).
 * Throws for a script of another site. Browsers without Trusted Types get the address as text.
 */
export function scriptUrl(address: string | URL): string {
  return policy.createScriptURL(new URL(address, document.baseURI).href)
}

const rules: ScriptRules = {
  createScriptURL(url) {
    if (new URL(url).origin !== location.origin) throw new Error(`${url} is not a script of this site`)
    return url
  },
}

const policy = window.trustedTypes?.createPolicy('rowan', rules) ?? rules
