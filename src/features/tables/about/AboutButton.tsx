import { Info } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { tablesWords } from '../../../words/en/tables/tables.ts'
import { noteSeen } from '../../../workspace/firstSeen.ts'
import { laterComponent } from '../../../ui/later.tsx'
import type { AboutTableProps } from './AboutTable.tsx'

const AboutTable = laterComponent(() => import('./AboutTable.tsx').then((module) => module.AboutTable))

/** Shows what is known of the table on the screen; notes when it was first there. */
export function AboutButton(props: Omit<AboutTableProps, 'onClose'>) {
  const { instance, table, fields } = props
  const [isOpen, setIsOpen] = useState(false)
  const hasCome = fields !== null && fields.length > 0
  useEffect(() => {
    if (hasCome) noteSeen(instance.baseUrl, table.id)
  }, [hasCome, instance.baseUrl, table.id])
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={Info}
        iconOnly
        label={tablesWords.about}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <AboutTable {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
