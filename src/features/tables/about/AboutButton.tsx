import { Info } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { aboutWords } from '../../../words/en/tables/about.ts'
import { noteSeen } from '../../../workspace/firstSeen.ts'
import { AboutTable, type AboutTableProps } from './AboutTable.tsx'

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
      <Button variant="ghost" size="sm" icon={Info} iconOnly label={aboutWords.open} onClick={() => setIsOpen(true)} />
      {isOpen && <AboutTable {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
