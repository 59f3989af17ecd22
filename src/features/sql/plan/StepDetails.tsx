import type { PlanStep } from '../../../sql/plan/plan.ts'
import { planWords } from '../../../words/en/sql/plan.ts'
import styles from './PlanTable.module.css'
import { factWords } from './stepWords.ts'

/** What was measured of a step in sentences, and PostgreSQL's own words for it. */
export function StepDetails({ step }: { readonly step: PlanStep }) {
  const facts = factWords(step)
  return (
    <div className={styles.unfolded}>
      {facts.length > 0 && (
        <ul>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      <p>{planWords.facts.ownWords}</p>
      <pre>{step.lines.map((line, at) => (at === 0 ? line : `  ${line}`)).join('\n')}</pre>
    </div>
  )
}
