/** `npm run long`: tests that have a short form in `npm test` are run whole. */
export const isLong = process.env['ROWAN_LONG'] === '1'

/** How many generated inputs a property is tried on: all of them in `npm run long`, else a quarter. */
export function generatedRuns(all: number): number {
  return isLong ? all : Math.ceil(all / 4)
}
