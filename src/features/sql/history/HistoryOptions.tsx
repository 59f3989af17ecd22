import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Field.tsx'
import { historyWords } from '../../../words/en/sql/history.ts'
import { runHistory } from '../../../workspace/history/history.ts'
import { settings, useSetting } from '../../../workspace/settings.ts'
import styles from './History.module.css'

/** Switches the history of this device off and on, and clears it. */
export function HistoryOptions() {
  const isKept = useSetting(settings.keepsHistory)
  return (
    <div className={styles.options}>
      <Checkbox
        label={historyWords.keep}
        hint={historyWords.keepHint}
        checked={isKept}
        onChange={settings.keepsHistory.set}
      />
      <div>
        <Button size="sm" onClick={() => void runHistory.clear('withoutStar')}>
          {historyWords.clearWithoutStar}
        </Button>
        <Button size="sm" variant="danger" onClick={() => void runHistory.clear('all')}>
          {historyWords.clearAll}
        </Button>
      </div>
    </div>
  )
}
