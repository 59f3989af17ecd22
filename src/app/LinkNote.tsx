import { Button } from '../ui/Button.tsx'
import { OverPage } from '../ui/Toast.tsx'
import { appWords } from '../words/en/app.ts'
import { dismissLinkProblem, useLinkProblem } from '../workspace/links/linkArrival.ts'
import styles from './ProgramNote.module.css'

/** Says over the page what of the link that led here could not be read. */
export function LinkNote() {
  const problem = useLinkProblem()
  const { link } = appWords
  return (
    <OverPage label={link.title}>
      {problem && (
        <div className={styles.note}>
          <p>{problem.code === 'damaged' ? link.damaged : link.unread(problem.parts.map((part) => shortened(part)))}</p>
          <Button size="sm" variant="ghost" onClick={dismissLinkProblem}>
            {link.close}
          </Button>
        </div>
      )}
    </OverPage>
  )
}

function shortened(part: string): string {
  return part.length > 60 ? `${part.slice(0, 60)}…` : part
}
