import { useState } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import { laterComponent, laterModule } from '../../ui/later.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { appWords } from '../../words/en/app.ts'
import type { View } from '../../workspace/view.ts'
import { queryOf } from '../../workspace/edits/viewEdits.ts'

const loadCopies = laterModule(() => import('./copyLink.ts'))
const ShareDialog = laterComponent(() => import('./ShareDialog.tsx').then((module) => module.ShareDialog))

export interface SharingOptions {
  readonly instance: Instance
  readonly client: ActionClient
  /** What is shown, with the place of its instance and its table. */
  readonly view: View
  /** What the table is called, else the instance. */
  readonly title: string
}

/** Sharing what is shown: by a link, from This browser by a file, and as code for another page. */
export function useSharing({ instance, client, view, title }: SharingOptions) {
  // Whether the link was copied; null while nothing is shared.
  const [sharing, setSharing] = useState<boolean | null>(null)
  const { resource } = view
  const isOwn = instance.origin === 'embedded'
  return {
    /** What the panel of Share shows; null where a dialog says what a link from This browser is good for. */
    panel: isOwn ? null : { view, title, mayEmbed: instance.origin === 'settings' },
    async share() {
      const said = await loadCopies()
        .then(({ copyLink }) => copyLink(view))
        .catch(() => null)
      if (isOwn) setSharing(said !== null)
      else showToast(said ?? appWords.linkNotCopied)
    },
    /** Copies the code that puts the view into a page; absent if another page could not show it. */
    embed:
      instance.origin === 'settings'
        ? async () => {
            const said = await loadCopies()
              .then(({ copyEmbedCode }) => copyEmbedCode(view, title))
              .catch(() => appWords.linkNotCopied)
            showToast(said)
          }
        : undefined,
    dialog: sharing !== null && (
      <ShareDialog
        client={client}
        query={resource === null || view.mode === 'sql' ? null : queryOf(view, resource)}
        title={title}
        isCopied={sharing}
        onClose={() => setSharing(null)}
      />
    ),
  }
}

export type Sharing = ReturnType<typeof useSharing>
