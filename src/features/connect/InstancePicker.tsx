import { Pencil, Plus, Server } from 'lucide-react'
import type { Instance } from '../../instances/instance.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Picker } from '../../ui/picker/Picker.tsx'
import { connectWords } from '../../words/en/connect/connect.ts'
import { InstanceDot, useStanding } from './InstanceDot.tsx'

export interface InstancePickerProps {
  readonly instances: readonly Instance[]
  readonly instance: Instance | null
  readonly onInstance: (instance: Instance) => void
  readonly onNew: () => void
  readonly onEdit: () => void
  readonly onAll: () => void
  /** What is being typed while the list is open, null while it is closed; with some it begins open. */
  readonly picking: string | null
  readonly onPicking: (picking: string | null) => void
  readonly look?: 'bar' | 'field'
}

/** The instances that are known, and the ways to connect to another or change this one. */
export function InstancePicker(props: InstancePickerProps) {
  const { instances, instance, onInstance, onNew, onEdit, onAll, picking, onPicking, look } = props
  const standing = useStanding(instance)
  return (
    <Picker
      label={connectWords.instance}
      look={look}
      placeholder={connectWords.noInstance}
      picking={picking}
      onPicking={onPicking}
      description={instance ? connectWords.standings[standing] : undefined}
      icon={instance && <InstanceDot standing={standing} />}
      value={instance && { id: instance.id, title: instance.title }}
      options={instances.map((known) => ({
        id: known.id,
        title: known.title,
        detail: placeWords(known),
        icon: <KnownDot instance={known} />,
      }))}
      onPick={(id) => {
        const picked = instances.find((known) => known.id === id)
        if (picked) onInstance(picked)
      }}
      actions={[
        ...(instance && instance.origin !== 'embedded'
          ? [{ id: 'edit', title: connectWords.editConnection, icon: <Icon icon={Pencil} /> }]
          : []),
        { id: 'new', title: connectWords.newConnection, icon: <Icon icon={Plus} /> },
        { id: 'all', title: connectWords.allInstances, icon: <Icon icon={Server} /> },
      ]}
      onAction={(id) => (id === 'new' ? onNew() : id === 'edit' ? onEdit() : onAll())}
    />
  )
}

function KnownDot({ instance }: { readonly instance: Instance }) {
  return <InstanceDot standing={useStanding(instance)} />
}

/** Where an instance is, in a few words. */
export function placeWords(instance: Instance): string {
  return instance.origin === 'embedded' ? connectWords.inThisBrowser : instance.baseUrl.replace(/^https?:\/\//, '')
}
