import { Pencil, Plus } from 'lucide-react'
import type { Instance } from '../state/instances.ts'
import { Icon } from '../ui/Icon.tsx'
import { Picker } from '../ui/Picker.tsx'
import { InstanceDot, REACHED_WORDS, useReached } from './InstanceDot.tsx'

export interface InstancePickerProps {
  readonly instances: readonly Instance[]
  readonly instance: Instance | null
  readonly onInstance: (instance: Instance) => void
  readonly onNew: () => void
  readonly onEdit: () => void
  readonly look?: 'bar' | 'field'
}

/** The instances that are known, and the ways to connect to another or change this one. */
export function InstancePicker({ instances, instance, onInstance, onNew, onEdit, look }: InstancePickerProps) {
  const reached = useReached(instance?.id ?? null)
  return (
    <Picker
      label="Instance"
      look={look}
      placeholder="No instance"
      description={instance ? REACHED_WORDS[reached] : undefined}
      icon={instance && <InstanceDot reached={reached} square={instance.origin === 'embedded'} />}
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
          ? [{ id: 'edit', title: 'Edit connection', icon: <Icon icon={Pencil} /> }]
          : []),
        { id: 'new', title: 'New connection', icon: <Icon icon={Plus} /> },
      ]}
      onAction={(id) => (id === 'new' ? onNew() : onEdit())}
    />
  )
}

function KnownDot({ instance }: { readonly instance: Instance }) {
  return <InstanceDot reached={useReached(instance.id)} square={instance.origin === 'embedded'} />
}

/** Where an instance is, in few words. */
function placeWords(instance: Instance): string {
  return instance.origin === 'embedded' ? 'in this browser' : instance.baseUrl.replace(/^https?:\/\//, '')
}
