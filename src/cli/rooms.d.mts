export interface Room {
  readonly path: string
  readonly imports: readonly string[]
}
export function roomsOf(readme: string): readonly Room[]
export function lintOverrides(rooms: readonly Room[], root: string): readonly object[]
export function partsOf(readme: string, room: string): readonly Room[]
export function violations(root: string, rooms: readonly Room[], folder?: string): readonly string[]
