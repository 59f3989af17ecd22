export function ensureChromium(): Promise<string>
export function installedChromium(): string | null
