import { Download } from 'lucide-react'
import type { Ref } from 'react'
import { useAfterFirstAnswer } from '../../ui/browser/useAfterFirstAnswer.ts'
import { Button } from '../../ui/Button.tsx'
import { laterComponent } from '../../ui/later.tsx'
import { exportWords } from '../../words/en/export/export.ts'
import bar from './ExportBar.module.css'
import type { ExportButtonProps } from './ExportButton.tsx'

/** Looks like the buttons that it keeps the place for. */
function Placeholder() {
  return (
    <>
      <Button variant="ghost" icon={Download} collapses={3} disabled>
        {exportWords.export}
      </Button>
      <Button variant="ghost" label={exportWords.fileOptions} disabled>
        <span className={bar.format} />
      </Button>
    </>
  )
}

const ExportButton = laterComponent(
  () => import('./ExportButton.tsx').then((module) => module.ExportButton),
  <Placeholder />,
)

/** An `ExportButton` that loads after the first rows: there is nothing to export before. */
export function LaterExportButton(props: Omit<ExportButtonProps, 'small'>) {
  return useAfterFirstAnswer() ? <ExportButton {...props} /> : <Placeholder />
}

/** The place of an `ExportButton` that a part which loads later puts into it, as large from the beginning. */
export function ExportPlace({ ref }: { readonly ref: Ref<HTMLElement> }) {
  return (
    <>
      <span ref={ref} className={bar.place} />
      <span className={bar.meanwhile}>
        <Placeholder />
      </span>
    </>
  )
}
