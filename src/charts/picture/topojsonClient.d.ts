// The package brings no types; this is what the page uses of it.
declare module 'topojson-client' {
  import type { GeoPermissibleObjects } from '@observablehq/plot'
  export function feature(topology: object, object: object): object
}
