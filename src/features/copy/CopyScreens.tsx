import { useCopies } from '../../copies/copies.ts'
import type { Instance } from '../../instances/instance.ts'
import { laterComponent } from '../../ui/later.tsx'
import { askNoMore, useCopyRequest } from './askToCopy.ts'
import { useOpenCopy } from './openCopy.ts'

const CopyDialog = laterComponent(() => import('./CopyDialog.tsx').then((module) => module.CopyDialog))
const CopyPanel = laterComponent(() => import('./CopyPanel.tsx').then((module) => module.CopyPanel))

/** The dialog that asks about a copy and the panel of one, whichever is open, over the screen of an instance. */
export function CopyScreens({ instance, hasToken }: { readonly instance: Instance; readonly hasToken: boolean }) {
  const request = useCopyRequest()
  const known = useCopies(instance)
  const copy = useOpenCopy(known)
  return (
    <>
      {request !== null && <CopyDialog key={request.query.resource} request={request} onClose={askNoMore} />}
      {copy && <CopyPanel key={copy.resource} copy={copy} instance={instance.title} hasToken={hasToken} />}
    </>
  )
}
