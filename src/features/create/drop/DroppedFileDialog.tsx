import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { createWords } from '../../../words/en/create/create.ts'
import styles from '../../../ui/ShortDialog.module.css'
import { refusedKind } from './takenFiles.ts'

export interface DroppedFileDialogProps {
  readonly file: File
  readonly instance: string
  readonly hasToken: boolean
  /** Opens the file where a table can be made; null if there is no such place. */
  readonly onThisBrowser: ((file: File) => void) | null
  readonly onClose: () => void
}

/** What can be done with a file that was dropped where no table may be made. */
export function DroppedFileDialog({ file, instance, hasToken, onThisBrowser, onClose }: DroppedFileDialogProps) {
  const words = createWords.dropped
  const kind = refusedKind(file)
  const leadsOn = kind === null && onThisBrowser !== null
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      foot={
        <>
          <span className={styles.space} />
          <Button size="lg" variant="ghost" onClick={onClose}>
            {words.cancel}
          </Button>
          {leadsOn && (
            <Button size="lg" variant="primary" data-autofocus="" onClick={() => onThisBrowser(file)}>
              {words.openHere}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        {kind === null ? (
          <p>
            <RichText parts={hasToken ? words.mayNot(file.name, instance) : words.tokenNeeded(file.name, instance)} />
          </p>
        ) : (
          <Alert plain title={words.notTaken[kind](file.name)} />
        )}
        {leadsOn && <p className={styles.quiet}>{words.hereInstead}</p>}
      </div>
    </Dialog>
  )
}
