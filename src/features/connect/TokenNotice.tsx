import { TriangleAlert } from 'lucide-react'
import { use } from 'react'
import type { Instance } from '../../instances/instance.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { connectWords } from '../../words/en/connect/connect.ts'
import { ConnectionContext } from './FindOutWhy.tsx'
import styles from './TokenNotice.module.css'

/** Says that the server ignores the token, where its owner would miss what it opens. */
export function TokenNotice({ instance }: { readonly instance: Instance }) {
  const open = use(ConnectionContext)
  return (
    <div className={styles.notice} role="note">
      <Icon icon={TriangleAlert} />
      <p>
        <RichText parts={connectWords.tokenRefused(instance.title)} />
      </p>
      {open && (
        <Button size="sm" onClick={() => open()}>
          {connectWords.openConnection}
        </Button>
      )}
    </div>
  )
}
