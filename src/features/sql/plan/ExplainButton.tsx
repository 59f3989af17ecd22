import { Workflow } from 'lucide-react'
import { useId } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { isNamedCkan } from '../../../instances/profile/questions/service.ts'
import { useProfile } from '../../../instances/profile/useProfile.ts'
import { Button } from '../../../ui/Button.tsx'
import { showToast } from '../../../ui/Toast.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { sqlWords } from '../../../words/en/sql.ts'

export interface ExplainButtonProps {
  readonly client: ActionClient
  readonly onExplain: () => void
}

/** Explain; where the server doesn't, it stays and says why. */
export function ExplainButton({ client, onExplain }: ExplainButtonProps) {
  const id = useId()
  const cant = useCantExplain(client)
  return (
    <>
      <Button
        variant="ghost"
        icon={Workflow}
        collapses={2}
        aria-disabled={cant || undefined}
        aria-describedby={cant ? id : undefined}
        title={cant ? sqlWords.cantExplain : sqlWords.explainHint}
        onClick={() => (cant ? showToast(sqlWords.cantExplain) : onExplain())}
      >
        {sqlWords.explain}
      </Button>
      {cant && <VisuallyHidden id={id}>{sqlWords.cantExplain}</VisuallyHidden>}
    </>
  )
}

/** Whether the server refuses EXPLAIN, as far as that is known. */
export function useCantExplain(client: ActionClient): boolean {
  return useProfile(
    client,
    ({ explains, service }) => explains === 'no' || (explains === 'unknown' && isNamedCkan(service)),
  )
}
