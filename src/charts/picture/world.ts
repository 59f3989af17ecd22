import { feature } from 'topojson-client'
import land from 'world-atlas/land-110m.json'

/** The land of the earth as GeoJSON. */
export type World = ReturnType<typeof feature>

/** The outline of the world, from Natural Earth (public domain); it needs no network. */
export const world: World = feature(land, land.objects.land)
