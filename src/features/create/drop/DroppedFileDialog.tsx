import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { createWords } from '../../../words/en/create/create.ts'
import styles from '../../../ui/ShortDialog.module.css'
import { refusedKind } from '../../../formats/takenFiles.ts'

export interface DroppedFileDialogProps {
  /** At least one. */
  readonly files: readonly File[]
  readonly instance: string
  readonly hasToken: boolean
  /** Opens files where tables can be made; null if there is no such place. */
  readonly onThisBrowser: ((files: readonly File[]) => void) | null
  /** Opens the connection, where a token can be entered; null if this instance takes none. */
  readonly onToken: (() => void) | null
  readonly onClose: () => void
}

/** What can be done with files that were dropped where no table may be made. */
export function DroppedFileDialog(props: DroppedFileDialogProps) {
  const { files, instance, hasToken, onThisBrowser, onToken, onClose } = props
  const words = createWords.dropped
  const refused = files.flatMap((file) => {
    const kind = refusedKind(file)
    return kind === null ? [] : [words.notTaken[kind](file.name)]
  })
  const taken = files.filter((file) => refusedKind(file) === null)
  const [first] = taken
  const leadsOn = first !== undefined && onThisBrowser !== null
  return (
    <Dialog
      title={words.title(files.length)}
      onClose={onClose}
      foot={
        <>
          <span className={styles.space} />
          <Button size="lg" variant="ghost" onClick={onClose}>
            {words.cancel}
          </Button>
          {first !== undefined && !hasToken && onToken !== null && (
            <Button size="lg" onClick={onToken}>
              {words.enterToken}
            </Button>
          )}
          {leadsOn && (
            <Button size="lg" variant="primary" data-autofocus="" onClick={() => onThisBrowser(taken)}>
              {words.openHere(taken.length)}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        {refused.map((title) => (
          <Alert key={title} plain title={title} />
        ))}
        {first !== undefined && (
          <p>
            <RichText parts={(hasToken ? words.mayNot : words.tokenNeeded)(first.name, taken.length - 1, instance)} />
          </p>
        )}
        {leadsOn && <p className={styles.quiet}>{words.hereInstead(taken.length)}</p>}
      </div>
    </Dialog>
  )
}
