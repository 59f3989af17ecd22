export function ensureChromium(): Promise<string>
export function installedChromium(): string | null
export function onPath(names: readonly string[]): string | null
