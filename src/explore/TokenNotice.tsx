import { TriangleAlert } from 'lucide-react'
import { use } from 'react'
import { useCapabilities } from '../state/capabilities.ts'
import type { Instance } from '../state/instances.ts'
import { useToken } from '../state/tokens.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ConnectionContext } from './FindOutWhy.tsx'
import styles from './TokenNotice.module.css'

/** A token that the server takes no notice of, told where its owner would miss what it opens. */
export function TokenNotice({ instance }: { readonly instance: Instance }) {
  const open = use(ConnectionContext)
  const { token } = useToken(instance)
  const card = useCapabilities(instance)
  if (token === null || card?.token !== 'refused') return null
  return (
    <div className={styles.notice} role="note">
      <Icon icon={TriangleAlert} />
      <p>
        <b>The token was not accepted.</b> Reading {instance.title} as anonymous; private tables look missing, and
        writing is refused.
      </p>
      {open && (
        <Button size="sm" onClick={() => open()}>
          Open connection
        </Button>
      )}
    </div>
  )
}
