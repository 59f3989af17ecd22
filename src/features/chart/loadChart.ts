/** Loads what draws charts: Observable Plot, which is large, and all that is drawn with it. */
export const loadPictures = () => import('../../charts/picture/picture.ts')

/** Loads the outline of the world. */
export const loadWorld = () => import('../../charts/picture/world.ts')

/** Loads what most charts need before one is asked for. If that fails, the chart says so. */
export function prepareCharts(): void {
  loadPictures().catch(() => undefined)
}
