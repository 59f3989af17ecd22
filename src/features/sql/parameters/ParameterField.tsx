import { useId, type KeyboardEvent } from 'react'
import type { ParameterValue } from '../../../query/parameterValues.ts'
import { problemOf, type NamedParameter, type ParameterProblem } from '../../../sql/parameters.ts'
import { FieldFrame, Select } from '../../../ui/Field.tsx'
import { parameterWords } from '../../../words/en/sql/parameters.ts'
import { ListField } from './ListField.tsx'
import { holdParameterField } from './parameterFields.ts'
import styles from './ParametersBar.module.css'

export interface ParameterFieldProps {
  readonly parameter: NamedParameter
  /** undefined: none was given. */
  readonly value: ParameterValue | undefined
  readonly onChange: (value: ParameterValue | undefined) => void
  readonly problem: ParameterProblem['code'] | null
  readonly onRun: () => void
}

/** One parameter: its name, a field of its type, and the switch that makes it null. */
export function ParameterField({ parameter, value, onChange, onRun, ...props }: ParameterFieldProps) {
  const { name, isList } = parameter
  // What has been mended since is no longer said.
  const now: ParameterProblem['code'] | null = value === undefined ? 'missing' : problemOf(parameter, value)
  const problem = now === props.problem ? now : null
  const id = useId()
  const said = problem ? parameterWords.problems[problem] : value === null ? null : emptyWords(value)
  const shared = {
    id,
    problem,
    describedBy: said === null ? undefined : `${id}-said`,
    onRun,
  }
  return (
    <div ref={(field) => (field === null ? undefined : holdParameterField(name, field))} className={styles.parameter}>
      <label htmlFor={id} title={name}>
        {name}
      </label>
      {isList ? (
        <ListField {...shared} name={name} values={listOf(value)} onChange={onChange} />
      ) : (
        <ScalarField {...shared} parameter={parameter} value={value} onChange={onChange} />
      )}
      <button
        type="button"
        className={styles.null}
        aria-label={parameterWords.null(name)}
        aria-pressed={value === null}
        title={parameterWords.nullHint}
        onClick={() => onChange(value === null ? undefined : null)}
      >
        ∅
      </button>
      {said !== null && (
        <span id={`${id}-said`} className={problem ? styles.problem : undefined}>
          {said}
        </span>
      )}
    </div>
  )
}

interface ScalarFieldProps extends Omit<ParameterFieldProps, 'problem'> {
  readonly id: string
  readonly problem: ParameterFieldProps['problem']
  readonly describedBy: string | undefined
}

function ScalarField({ id, parameter, value, onChange, problem, describedBy, onRun }: ScalarFieldProps) {
  const { name, kind } = parameter
  const text = typeof value === 'string' ? value : (value?.join(', ') ?? '')
  if (kind === 'boolean' && /^(?:true|false|)$/i.test(text)) {
    const chosen = text.toLowerCase()
    return (
      <Select
        id={id}
        label={name}
        invalid={problem !== null}
        describedBy={describedBy}
        value={chosen === 'true' ? 'true' : chosen === 'false' ? 'false' : 'none'}
        onChange={(next) => onChange(next === 'none' ? undefined : next)}
        options={(['none', 'true', 'false'] as const).map((each) => ({
          value: each,
          title: parameterWords.boolean[each],
        }))}
      />
    )
  }
  return (
    <FieldFrame invalid={problem !== null}>
      <input
        id={id}
        // What is no day, such as a time that a link brings, stays to be seen.
        type={kind === 'date' && /^(?:\d{4}-\d\d-\d\d|)$/.test(text) ? 'date' : 'text'}
        inputMode={kind === 'number' ? 'decimal' : undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        aria-invalid={problem !== null || undefined}
        aria-describedby={describedBy}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        onKeyDown={(event) => runOnEnter(event, onRun)}
      />
    </FieldFrame>
  )
}

/** With Ctrl the page runs it. */
function runOnEnter(event: KeyboardEvent, onRun: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  onRun()
}

function listOf(value: ParameterValue | undefined): readonly string[] {
  if (value === undefined || value === null) return []
  return typeof value === 'string' ? [value] : value
}

function emptyWords(value: ParameterValue | undefined): string | null {
  return Array.isArray(value) && value.length === 0 ? parameterWords.emptyList : null
}
