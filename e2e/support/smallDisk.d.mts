export interface SmallDisk {
  readonly folder: string
  readonly path: string
  readonly prefix: readonly string[]
  fill(left?: number): void
  empty(): void
  remove(): Promise<void>
}

export function smallDisk(folder: string, megabytes: number): Promise<SmallDisk | null>
