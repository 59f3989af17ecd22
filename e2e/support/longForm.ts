/** `npm run long`: tests that have a short form in `npm test` are run whole. */
export const isLong = process.env['ROWAN_LONG'] === '1'
