import type { QueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { copies } from '../../../copies/copies.ts'
import { copiesClient } from '../../../copies/copiesEngine.ts'
import { placeOfInstance, type KnownCopy } from '../../../copies/knownCopy.ts'
import type { Table } from '../../../instances/catalogue/table.ts'
import type { Instance } from '../../../instances/instance.ts'
import type { Field } from '../../../protocol/field.ts'
import { knownInstances, useInstances } from '../../../workspace/knownInstances.ts'
import { acrossWords } from '../../../words/en/across/across.ts'
import { allFields } from '../../copyAs/tableFields.ts'
import { extentOf } from './acrossPlan.ts'

/** The tables of other instances that a statement can name at once, as they are copied. In the place of a dataset each names its instance. */
export function useOtherTables(instanceId: string): readonly Pick<Table, 'id' | 'title' | 'dataset' | 'aliases'>[] {
  const instances = useInstances()
  const all = useSyncExternalStore(copies.subscribe, copies.get)
  return useMemo(
    () =>
      othersOf(instanceId, instances, all).map(({ copy, instance }) => ({
        id: copy.resource,
        title: copy.title,
        dataset: acrossWords.copiedFrom(instance.title),
        aliases: copy.aliases ?? [],
      })),
    [all, instances, instanceId],
  )
}

/** The fields of one of them, read from its copy; null if it is none of them. */
export function otherFields(cache: QueryClient, instanceId: string, table: string): Promise<readonly Field[]> | null {
  const others = othersOf(instanceId, knownInstances(), copies.get())
  const copy = others.find((each) => each.copy.resource === table)?.copy
  const client = copiesClient()
  if (copy === undefined || client === null) return null
  return allFields(cache, { instanceId: 'copies', client, resource: copy.id, known: null })
}

function othersOf(instanceId: string, instances: readonly Instance[], all: readonly KnownCopy[]) {
  return all.flatMap((copy) => {
    const instance = instances.find((each) => placeOfInstance(each) === copy.place)
    const isOther = instance !== undefined && instance.id !== instanceId
    return isOther && extentOf(copy) === 'whole' ? [{ copy, instance }] : []
  })
}
