import { Eye, EyeOff } from 'lucide-react'
import { useState, type ClipboardEvent } from 'react'
import { DEFAULT_PREFIX } from '../../../protocol/actions.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox, TextField } from '../../../ui/Field.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { connectionWords } from '../../../words/en/connect/connection.ts'
import type { ConnectionFormState } from './useConnectionForm.ts'

export interface ConnectionFieldsProps {
  readonly state: ConnectionFormState
  /** The host of the page has set the connection: only its token is the user's. */
  readonly fixed: boolean
  /** The title of another instance with this address, which saving would change. */
  readonly same: string | null
}

/** The fields of a connection. */
export function ConnectionFields({ state, fixed, same }: ConnectionFieldsProps) {
  const { form, problems, notices, change, leaveAddress } = state
  const known = same === null ? [] : [connectionWords.isKnown(same)]
  const addressNotice = [...(notices.baseUrl === undefined ? [] : [notices.baseUrl]), ...known].join(' ')
  return (
    <>
      <TextField
        label={connectionWords.name}
        value={form.name}
        onChange={(name) => change({ name })}
        readOnly={fixed}
        placeholder={hostOf(form.baseUrl)}
        autoComplete="off"
      />
      <TextField
        label={connectionWords.baseUrl}
        mono
        type="url"
        inputMode="url"
        autoComplete="off"
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
        notice={addressNotice === '' ? undefined : addressNotice}
        hint={fixed ? undefined : <RichText parts={connectionWords.baseUrlHint(form.prefix || '/')} />}
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
    </>
  )
}

function TokenField({ state, fixed }: Pick<ConnectionFieldsProps, 'state' | 'fixed'>) {
  const { form, problems, notices, change, leaveToken } = state
  const [shown, setShown] = useState(false)
  return (
    <TextField
      label={connectionWords.token}
      aside={connectionWords.optional}
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

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : ''
}

/** What was pasted in place of the whole text of a field; null if it went into the middle of one, or is blank. */
function pastedWhole(event: ClipboardEvent<HTMLInputElement>): string | null {
  const pasted = event.clipboardData.getData('text')
  const { selectionStart, selectionEnd, value } = event.currentTarget
  return pasted.trim() === '' || (selectionEnd ?? 0) - (selectionStart ?? 0) < value.length ? null : pasted
}
