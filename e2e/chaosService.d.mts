export function chaos(options: { engine: string; kills: number; say?: (words: string) => void }): Promise<{
  rounds: number
  hits: number
  acknowledged: number
  version: number
  faults: readonly string[]
}>
export function chaosFolders(options?: { say?: (words: string) => void }): Promise<{
  damages: number
  faults: readonly string[]
}>
