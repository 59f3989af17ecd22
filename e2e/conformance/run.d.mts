/** What the tests use of the cases' own runner, which is plain JavaScript, copied and never edited. */
export interface Case {
  readonly id: string
  readonly title: string
  readonly steps: readonly { readonly auth?: string; readonly expect?: { readonly status?: number } }[]
}
export interface Settings {
  readonly baseUrl: string
}
export function loadCases(paths: readonly string[]): readonly Case[]
export function parseArgs(argv: readonly string[]): Settings
export function capabilities(settings: Settings): ReadonlySet<string>
export function skipReason(item: Case, settings: Settings, capabilities: ReadonlySet<string>): string | null
export function makeResources(settings: Settings): object
export function runCase(item: Case, settings: Settings, resources: object): Promise<readonly object[]>
