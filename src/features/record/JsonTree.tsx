import { useState } from 'react'
import { withCharacters } from '../../protocol/json/jsonCharacters.ts'
import { jsonElements, jsonKind, jsonMembers, type JsonText } from '../../protocol/jsonText.ts'
import { visibleLine } from '../../words/visibleText.ts'
import { recordWords } from '../../words/en/record/record.ts'
import styles from './JsonTree.module.css'

export interface JsonTreeProps {
  readonly value: JsonText
  /** How deep it is inside of the value that is shown. */
  readonly depth?: number
}

/** A JSON value to open and close, level by level; each digit and each repeated member as the server sent it. */
export function JsonTree({ value, depth = 0 }: JsonTreeProps) {
  const kind = jsonKind(value)
  return kind === 'object' || kind === 'array' ? (
    <Branch value={value} kind={kind} depth={depth} />
  ) : (
    <span className={styles.leaf}>{leafText(value)}</span>
  )
}

function Branch({ value, kind, depth }: { value: JsonText; kind: 'object' | 'array'; depth: number }) {
  const parts = partsOf(value, kind)
  const [isOpen, setIsOpen] = useState(depth < OPEN_AT_FIRST && parts.length <= FEW)
  const [most, setMost] = useState(MOST)
  if (parts.length === 0) return <span className={styles.leaf}>{kind === 'object' ? '{}' : '[]'}</span>
  return (
    <details className={styles.branch} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{kind === 'object' ? `{${parts.length}}` : `[${parts.length}]`}</summary>
      {/* What is closed is not in the document: a value may have a million parts. */}
      {isOpen && (
        <ul>
          {parts.slice(0, most).map(([name, part], at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a name may be repeated, and the value never changes
            <li key={at}>
              {name !== null && <span className={styles.name}>{visibleLine(name)}</span>}
              <JsonTree value={part} depth={depth + 1} />
            </li>
          ))}
        </ul>
      )}
      {isOpen && parts.length > most && (
        <button type="button" onClick={() => setMost(most + MOST)}>
          {recordWords.moreParts(parts.length - most)}
        </button>
      )}
    </details>
  )
}

const OPEN_AT_FIRST = 2
const FEW = 12
const MOST = 100
const LONGEST_LEAF = 10_000

function partsOf(value: JsonText, kind: 'object' | 'array'): readonly (readonly [string | null, JsonText])[] {
  return kind === 'object' ? jsonMembers(value) : jsonElements(value).map((part) => [null, part] as const)
}

function leafText(value: JsonText): string {
  const text = visibleLine(withCharacters(value))
  return text.length > LONGEST_LEAF ? `${text.slice(0, LONGEST_LEAF)}${recordWords.cutHere}` : text
}
