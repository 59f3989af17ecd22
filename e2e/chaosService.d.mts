export function chaos(options: { engine: string; kills: number; say?: (words: string) => void }): Promise<{
  rounds: number
  hits: number
  acknowledged: number
  version: number
  faults: readonly string[]
}>
export function chaosDisk(options: { engine: string; moments: number; say?: (words: string) => void }): Promise<{
  moments: number
  reads: number
  explained: number
  outOfReach: number
  acknowledged: number
  faults: readonly string[]
} | null>
export function chaosFolders(options?: { say?: (words: string) => void }): Promise<{
  damages: number
  faults: readonly string[]
}>
