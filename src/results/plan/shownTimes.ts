import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Field } from '../../protocol/field.ts'
import { cutsTimes, sendsWholeTimes } from './cutTimes.ts'

type Reader = Pick<ActionClient, 'identity' | 'profile'>

/** Whether times of these fields are shown without their fractions of a second, as no SQL tells them either, or not yet. */
export function showsCutTimes(client: Reader, resource: string, fields: readonly Field[]): boolean {
  return cutsTimes(client.profile.get(), fields) && !isToldBySql(client, resource)
}

/** Whether `searchExactly` is known to give times of these fields as they are stored. */
export function tellsTimes(client: Reader, resource: string, fields: readonly Field[]): boolean {
  return sendsWholeTimes(client.profile.get(), fields) || isToldBySql(client, resource)
}

function isToldBySql({ identity, profile }: Reader, resource: string): boolean {
  return profile.get().sql === 'on' && !untoldTimes.has(identity + resource)
}

/** The tables, by identity and name, whose times SQL has not told; and whether it never will, as it is refused. */
export const untoldTimes = new Map<string, boolean>()
