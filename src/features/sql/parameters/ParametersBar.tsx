import { useEffect, useRef } from 'react'
import type { ParameterValue, ParameterValues } from '../../../query/parameterValues.ts'
import type { NamedParameter, ParameterProblem } from '../../../sql/parameters.ts'
import { parameterWords } from '../../../words/en/sql/parameters.ts'
import { ParameterField } from './ParameterField.tsx'
import styles from './ParametersBar.module.css'

export interface ParametersBarProps {
  readonly parameters: readonly NamedParameter[]
  readonly values: ParameterValues
  readonly onChange: (values: ParameterValues) => void
  /** Why the text was not run; each time it was not, another array. The first gets the focus. */
  readonly problems: readonly ParameterProblem[]
  readonly onRun: () => void
}

/** The parameters of the statement as fields of their type. */
export function ParametersBar({ parameters, values, onChange, problems, onRun }: ParametersBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problems.length > 0) bar.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])
  const change = (name: string, value: ParameterValue | undefined) => {
    const others = Object.entries(values).filter(([each]) => each !== name)
    onChange(Object.fromEntries(value === undefined ? others : [...others, [name, value]]))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset can't be a flex line in every browser
    <div ref={bar} className={styles.bar} role="group" aria-label={parameterWords.title}>
      <span aria-hidden="true">{parameterWords.title}</span>
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined}
          onChange={(value) => change(parameter.name, value)}
          problem={problems.find(({ name }) => name === parameter.name)?.code ?? null}
          onRun={onRun}
        />
      ))}
      <span className={styles.how}>{parameterWords.how}</span>
    </div>
  )
}
