/** What the build says of the service's worker (`vite.config.ts`). */
declare module 'rowan:engine-worker' {
  /** The address of its script; null in a build without the service, or with `EMBEDDED=0`. */
  const address: string | null
  export default address
}
