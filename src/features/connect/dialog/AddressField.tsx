import type { ReactNode } from 'react'
import { TextField } from '../../../ui/Field.tsx'
import { connectionWords } from '../../../words/en/connect/connection.ts'
import styles from './ConnectionDialog.module.css'
import { pastedWhole } from './pastedWhole.ts'
import type { ConnectionFormState } from './useConnectionForm.ts'

export interface AddressFieldProps {
  readonly state: ConnectionFormState
  /** The host of the page has set it. */
  readonly fixed: boolean
  /** The title of another instance with this address, which saving would change. */
  readonly same: string | null
  /** The button beside it. */
  readonly children: ReactNode
}

/** The one field that a connection needs, with the button that tries it. */
export function AddressField({ state, fixed, same, children }: AddressFieldProps) {
  const { form, problems, notices, change, leaveAddress } = state
  const known = same === null ? [] : [connectionWords.isKnown(same)]
  const notice = [...(notices.baseUrl === undefined ? [] : [notices.baseUrl]), ...known].join(' ')
  return (
    <div className={styles.address}>
      <TextField
        label={connectionWords.baseUrl}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={connectionWords.baseUrlExample}
        data-autofocus={fixed ? undefined : ''}
        readOnly={fixed}
        value={form.baseUrl}
        onChange={(baseUrl) => change({ baseUrl })}
        onBlur={() => !fixed && leaveAddress()}
        onPaste={(event) => {
          const pasted = pastedWhole(event)
          if (fixed || pasted === null) return
          event.preventDefault()
          leaveAddress(pasted)
        }}
        error={problems.baseUrl}
        notice={notice === '' ? undefined : notice}
        hint={fixed || notice !== '' ? undefined : connectionWords.baseUrlHint}
      />
      {children}
    </div>
  )
}
