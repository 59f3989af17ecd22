import type { Instance } from '../instances/instance.ts'
import type { CopyOrigin } from './copyOrigin.ts'

/** Who asks for the tables of an instance, by its place (`placeOfInstance`); null if the page doesn't know it. */
export type CopyOrigins = (place: string) => CopyOrigin | null

/** Finds an instance of the page, as the person who uses it now. */
type FindOrigin = (isMeant: (instance: Instance) => boolean) => CopyOrigin | null

/** Says how, once, when the page starts. */
export function provideOrigins(given: FindOrigin): void {
  find = given
}

/** The first instance that is meant; null if there is none, and in a page that copies nothing. */
export function originWhere(isMeant: (instance: Instance) => boolean): CopyOrigin | null {
  return find(isMeant)
}

let find: FindOrigin = () => null
