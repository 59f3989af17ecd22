import { ChevronRight, Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { DEFAULT_PREFIX } from '../../../protocol/actions.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox, TextField } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { connectionWords } from '../../../words/en/connect/connection.ts'
import styles from './ConnectionDialog.module.css'
import { pastedWhole } from './pastedWhole.ts'
import type { ConnectionFormState } from './useConnectionForm.ts'

export interface AdvancedFieldsProps {
  readonly state: ConnectionFormState
  /** The host of the page has set the connection: only its token is the user's. */
  readonly fixed: boolean
  /** What the portal is called if no name is given. */
  readonly siteName: string
  readonly open: boolean
  readonly onToggle: () => void
}

/** Name, prefix and token, which most connections do without. */
export function AdvancedFields({ state, fixed, siteName, open, onToggle }: AdvancedFieldsProps) {
  const { form, problems, change } = state
  const id = useId()
  return (
    <section className={styles.advanced}>
      <button type="button" className={styles.fold} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        <Icon icon={ChevronRight} />
        {connectionWords.advanced}
        {!open && <small aria-hidden="true">{connectionWords.advancedAbout}</small>}
      </button>
      <div id={id} className={styles.fields} hidden={!open}>
        <div className={styles.pair}>
          <TextField
            label={connectionWords.name}
            aside={connectionWords.nameIsTheSites}
            value={form.name}
            onChange={(name) => change({ name })}
            readOnly={fixed}
            placeholder={siteName}
            autoComplete="off"
          />
          <TextField
            label={connectionWords.prefix}
            aside={form.prefix === DEFAULT_PREFIX ? connectionWords.prefixIsUsual : undefined}
            mono
            autoComplete="off"
            spellCheck={false}
            readOnly={fixed}
            value={form.prefix}
            onChange={(prefix) => change({ prefix })}
            error={problems.prefix}
          />
        </div>
        <TokenField state={state} fixed={fixed} />
        <Checkbox
          label={connectionWords.remember}
          checked={form.remember}
          onChange={(remember) => change({ remember })}
          hint={form.remember ? connectionWords.remembered : connectionWords.notRemembered}
        />
        <TextField
          label={connectionWords.tokenHeader}
          aside={connectionWords.tokenHeaderAside}
          mono
          autoComplete="off"
          spellCheck={false}
          readOnly={fixed}
          value={form.tokenHeader}
          onChange={(tokenHeader) => change({ tokenHeader })}
          error={problems.tokenHeader}
        />
      </div>
    </section>
  )
}

function TokenField({ state, fixed }: Pick<AdvancedFieldsProps, 'state' | 'fixed'>) {
  const { form, problems, notices, change, leaveToken } = state
  const [shown, setShown] = useState(false)
  return (
    <TextField
      label={connectionWords.token}
      aside={connectionWords.tokenAside}
      mono
      type={shown ? 'text' : 'password'}
      autoComplete="off"
      spellCheck={false}
      data-autofocus={fixed ? '' : undefined}
      value={form.token}
      onChange={(token) => change({ token })}
      onBlur={() => leaveToken()}
      onPaste={(event) => {
        const pasted = pastedWhole(event)
        if (pasted === null) return
        event.preventDefault()
        leaveToken(pasted)
      }}
      end={
        <Button
          variant="ghost"
          size="sm"
          icon={shown ? EyeOff : Eye}
          iconOnly
          label={connectionWords.showToken}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
      error={problems.token}
      notice={notices.token}
      hint={connectionWords.tokenHint}
    />
  )
}
