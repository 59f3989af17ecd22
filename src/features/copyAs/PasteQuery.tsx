import { useId, useState } from 'react'
import type { Field } from '../../protocol/field.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { copyAsWords } from '../../words/en/faces/copyAs.ts'
import { noteOwnStatement } from '../../workspace/ownStatements.ts'
import { navigate, type View } from '../../workspace/view.ts'
import { withQuery } from '../../workspace/edits/viewEdits.ts'
import { errorText } from '../result/failure.ts'
import { misfitSentence } from './misfitSentence.ts'
import styles from './PasteQuery.module.css'
import { prepareParser } from './prepareParser.ts'
import { readPasted } from './readPasted.ts'

export interface PasteQueryProps {
  readonly instanceId: string
  readonly view: View
  readonly fieldsOf: (table: string) => Promise<readonly Field[]>
  readonly onClose: () => void
}

/** A place for a query from elsewhere: what is pasted becomes the query of the form, or a statement in SQL mode. */
export function PasteQuery({ instanceId, view, fieldsOf, onClose }: PasteQueryProps) {
  const words = copyAsWords.pasting
  const id = useId()
  const [text, setText] = useState('')
  const [state, setState] = useState<'reading' | { readonly why: string; readonly sql: string | null } | null>(null)
  const show = (next: View) => {
    onClose()
    navigate(next)
  }
  const open = async () => {
    setState('reading')
    try {
      prepareParser()
      const pasted = await readPasted(text, fieldsOf)
      if (pasted.kind === 'view') show(pasted.view)
      else if (pasted.kind === 'query') show(withQuery(view, pasted.query))
      else setState({ why: misfitSentence(pasted.misfit), sql: pasted.kind === 'statement' ? pasted.sql : null })
    } catch (error) {
      setState({ why: errorText(error), sql: null })
    }
  }
  const sql = state !== null && state !== 'reading' ? state.sql : null
  return (
    <Dialog
      title={words.title}
      width="middle"
      onClose={onClose}
      lost={text.trim() === '' ? null : words.isLost}
      foot={
        <>
          <span className={styles.space} />
          {sql !== null && (
            <Button
              size="lg"
              onClick={() => {
                noteOwnStatement(instanceId, sql)
                show({ ...view, mode: 'sql', sql, parameters: '' })
              }}
            >
              {words.openInSql}
            </Button>
          )}
          <Button
            size="lg"
            variant="primary"
            busy={state === 'reading'}
            disabled={text.trim() === ''}
            onClick={() => void open()}
          >
            {words.open}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <label htmlFor={id}>{words.label}</label>
        <textarea
          id={id}
          data-autofocus=""
          rows={10}
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setState(null)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim() !== '') void open()
          }}
        />
        {state !== null && state !== 'reading' && <Alert tone="warning" title={state.why} />}
      </div>
    </Dialog>
  )
}
