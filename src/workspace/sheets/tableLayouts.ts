import type { TextStorage } from '../../storage/browserStorage.ts'
import { keepValue } from '../../storage/keptValue.ts'
import { layoutOf, type ColumnLayout } from '../../rows/columnLayout.ts'
import type { StorageProblem } from '../storageProblems.ts'

/** The layout last used for each table on this device, which its next sheet begins with. */
export function createTableLayouts(device: TextStorage | null, onProblem: (problem: StorageProblem) => void) {
  const kept = keepValue<readonly KeptLayout[]>({
    storage: device,
    name: 'rowan.tableLayouts',
    fallback: [],
    parse: (stored) => (Array.isArray(stored) ? stored.flatMap((entry) => keptLayoutOf(entry) ?? []) : null),
    onProblem,
  })
  return {
    get: (instanceId: string, table: string): ColumnLayout | null =>
      kept.get().find((each) => each.instanceId === instanceId && each.table === table)?.layout ?? null,
    set(instanceId: string, table: string, layout: ColumnLayout) {
      kept.change((all) =>
        [
          ...all.filter((each) => each.instanceId !== instanceId || each.table !== table),
          { instanceId, table, layout },
        ].slice(-COUNT_MAX),
      )
    },
    forget: (instanceId: string) => kept.change((all) => all.filter((each) => each.instanceId !== instanceId)),
  }
}

interface KeptLayout {
  readonly instanceId: string
  readonly table: string
  readonly layout: ColumnLayout
}

const COUNT_MAX = 100

function keptLayoutOf(entry: unknown): KeptLayout | null {
  if (typeof entry !== 'object' || entry === null) return null
  if (!('instanceId' in entry) || !('table' in entry) || !('layout' in entry)) return null
  const { instanceId, table, layout } = entry
  return typeof instanceId === 'string' && typeof table === 'string'
    ? { instanceId, table, layout: layoutOf(layout) }
    : null
}
