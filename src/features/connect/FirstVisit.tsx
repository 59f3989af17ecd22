import { ChartColumn, FileUp, Server, Table2, X, type LucideIcon } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { FieldFrame } from '../../ui/Field.tsx'
import { FileInput } from '../../ui/FileInput.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { SettingsFileProblem } from '../../workspace/settingsFile.ts'
import { settingsFileWords } from '../../workspace/settingsFileWords.ts'
import { connectionWords } from '../../words/en/connect/connection.ts'
import { welcomeWords } from '../../words/en/connect/welcome.ts'
import { TAKEN_ENDINGS } from '../../formats/takenFiles.ts'
import styles from './FirstVisit.module.css'

/** The tables that are there already. */
export interface TablesHere {
  /** They are the sample; else the title of the server that has them. */
  readonly of: 'sample' | { readonly title: string }
  readonly onExplore: () => void
  /** Shows a picture of the sample; absent if it is not there. */
  readonly onPicture?: (() => void) | undefined
}

export interface FirstVisitProps {
  /** What is wrong with the address that a link names, in words. */
  readonly address: string | null
  /** What is wrong with the settings file. */
  readonly file: SettingsFileProblem | null
  /** Tries the address that was typed, if any. */
  readonly onConnect: (address: string) => void
  /** Makes tables of files; null if this page can't. */
  readonly onFiles: ((files: readonly File[]) => void) | null
  /** Null if no tables are known. */
  readonly here: TablesHere | null
  /** Null if there is nothing else to show. */
  readonly onHide: (() => void) | null
}

/** What this page is, in one line, and the three ways to begin, each of which works where it stands. */
export function FirstVisit({ address, file, onConnect, onFiles, here, onHide }: FirstVisitProps) {
  const words = welcomeWords.first
  const problem = address ?? (file && settingsFileWords(file))
  const Heading = onHide === null ? 'h1' : 'h2'
  return (
    <div className={styles.first}>
      {onHide !== null && (
        <span className={styles.hide}>
          <Button variant="ghost" icon={X} onClick={onHide}>
            {words.hide}
          </Button>
        </span>
      )}
      <Heading>{words.title}</Heading>
      <p className={styles.about}>{words.about}</p>
      {problem !== null && (
        <div className={styles.problem}>
          <Alert tone="warning" title={problem}>
            {words.ownWorks}
          </Alert>
        </div>
      )}
      <div className={styles.ways}>
        <PortalWay onConnect={onConnect} />
        {onFiles !== null && <FileWay onFiles={onFiles} />}
        {here !== null && <HereWay {...here} />}
      </div>
    </div>
  )
}

function PortalWay({ onConnect }: Pick<FirstVisitProps, 'onConnect'>) {
  const [address, setAddress] = useState('')
  const words = welcomeWords.first
  return (
    <Way icon={Server} title={words.portal} about={words.portalAbout}>
      <form
        className={styles.act}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onConnect(address.trim())
        }}
      >
        <FieldFrame large>
          <input
            aria-label={connectionWords.baseUrl}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={connectionWords.baseUrlExample}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        </FieldFrame>
        <Button type="submit" variant="primary" size="lg" aria-haspopup="dialog">
          {words.connect}
        </Button>
      </form>
    </Way>
  )
}

function FileWay({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const words = welcomeWords.first
  return (
    <Way icon={FileUp} title={words.file} about={words.fileAbout}>
      <div className={styles.drop}>
        <span>{words.drop}</span>
        <Button onClick={() => input.current?.click()}>{words.chooseFile}</Button>
        <FileInput ref={input} label={words.fileToOpen} accept={TAKEN_ENDINGS} onFiles={onFiles} />
      </div>
    </Way>
  )
}

function HereWay({ of, onExplore, onPicture }: TablesHere) {
  const words = welcomeWords.first
  const isSample = of === 'sample'
  return (
    <Way
      icon={Table2}
      title={isSample ? words.sample : words.server(of.title)}
      about={isSample ? words.sampleAbout : words.serverAbout}
    >
      <div className={styles.act}>
        <Button size="lg" onClick={onExplore}>
          {words.explore}
        </Button>
        {onPicture && (
          <Button size="lg" variant="ghost" icon={ChartColumn} onClick={onPicture}>
            {words.picture}
          </Button>
        )}
      </div>
    </Way>
  )
}

interface WayProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly about: string
  readonly children: ReactNode
}

function Way({ icon, title, about, children }: WayProps) {
  const id = useId()
  return (
    <section className={styles.way} aria-labelledby={id}>
      <Icon icon={icon} size={20} />
      <h3 id={id}>{title}</h3>
      <p>{about}</p>
      {children}
    </section>
  )
}
