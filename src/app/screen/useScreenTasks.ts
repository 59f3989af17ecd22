import { carryFiles } from '../../features/create/drop/carriedFiles.ts'
import type { TableTasks } from '../../features/tables/tableTask.ts'
import { useTableTasks } from '../../features/tables/useTableTasks.tsx'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import { emptyView, navigate, type View } from '../../workspace/view.ts'

export interface ScreenTasksOptions {
  readonly instance: Instance
  readonly instances: readonly Instance[]
  readonly client: ActionClient
  readonly hasToken: boolean
  /** How links name the instance. */
  readonly place: Pick<View, 'base' | 'prefix'>
  /** The table that is shown, by id. */
  readonly current: string | null
  readonly onInstance: (instance: Instance) => void
  readonly onEdit: (instance: Instance) => void
  readonly onOpen: (resource: string) => void
}

export interface ScreenTasks extends TableTasks {
  /** Makes tables of files in the page's own database; null in a page without it. */
  readonly onOwnFiles: ((files: readonly File[]) => void) | null
}

/** Creating and deleting tables on a screen: where files go, and what is shown afterwards. */
export function useScreenTasks(options: ScreenTasksOptions): ScreenTasks {
  const { instance, instances, client, hasToken, place, current, onInstance, onEdit, onOpen } = options
  const isKnownNot = useProfile(client, ({ writes }) => writes === 'no')
  const own = instances.find(({ origin }) => origin === 'embedded')
  const onThisBrowser =
    own === undefined
      ? null
      : (files: readonly File[]) => {
          carryFiles(files)
          onInstance(own)
        }
  const tasks = useTableTasks({
    instance,
    client,
    hasToken,
    current,
    isKnownNot,
    onThisBrowser,
    onToken: instance.origin === 'embedded' ? null : () => onEdit(instance),
    onOpen,
    onDeleted: (gone) => {
      if (gone.id === current) navigate({ ...emptyView, ...place, resource: null }, 'replace')
      // Of this browser's own tables nobody sees a copy who could remove it.
      if (instance.origin === 'embedded')
        void import('../../copies/orders.ts').then(
          ({ removeCopyOfTable }) => removeCopyOfTable(instance, [gone.id, ...gone.aliases]),
          () => undefined,
        )
    },
  })
  return { ...tasks, onOwnFiles: instance.origin === 'embedded' ? tasks.onFiles : onThisBrowser }
}
