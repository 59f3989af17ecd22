import { useEffect, useState } from 'react'
import { copiesClient } from '../../copies/copiesEngine.ts'
import type { KnownCopy, Since } from '../../copies/knownCopy.ts'
import { changesTable } from '../../protocol/copyMessages.ts'
import { jsonMembers, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import { valueIn, type SearchPage } from '../../protocol/answers.ts'
import { errorText } from '../result/failure.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { NullMark } from '../../ui/NullMark.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { copyWords } from '../../words/en/copy.ts'
import styles from './ChangesDialog.module.css'
import { CHANGE_ICONS, type ChangeKind } from './changeKind.ts'

interface ChangesDialogProps {
  readonly copy: KnownCopy
  readonly since: Since
  readonly kind: ChangeKind
  readonly onClose: () => void
}

/** A record that was added, removed or changed: its values now, or as they were, and those that were others. */
interface Change {
  readonly key: string
  readonly values: ReadonlyMap<string, JsonText>
  readonly before: ReadonlyMap<string, JsonText>
}

/** What a refresh found, record by record: an old value stands struck through before the new one. */
export function ChangesDialog({ copy, since, kind: first, onClose }: ChangesDialogProps) {
  const [kind, setKind] = useState(first)
  const { changes, error, more } = useChanges(copy, kind)
  const changed = kind === 'changed' ? since.fields.map(([name]) => name) : []
  // What has changed stands where it is seen.
  const names = [...new Set(['_id', ...changed, ...changes.flatMap(({ values }) => [...values.keys()])])]
  const all = since[kind]
  return (
    <Dialog
      title={copyWords.changesTitle(copy.title, since.before)}
      width="wide"
      onClose={onClose}
      foot={
        <>
          <output className={styles.count}>{copyWords.shown(changes.length, all)}</output>
          {changes.length < all && (
            <Button onClick={more}>{copyWords.more(Math.min(PAGE, all - changes.length))}</Button>
          )}
          <Button onClick={onClose}>{copyWords.close}</Button>
        </>
      }
    >
      <div className={styles.tabs}>
        <Tabs
          label={copyWords.since(since.before)}
          tabs={(['added', 'removed', 'changed'] as const).map((value) => ({ value, title: copyWords[value] }))}
          value={kind}
          onChange={setKind}
        />
      </div>
      {error !== null && <Alert title={errorText(error)} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- nothing in it takes the focus, and it scrolls */}
      <section className={styles.scroll} aria-label={copyWords[kind]} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{copyWords.sinceColumn}</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map(({ key, values, before }) => (
              <tr key={key} data-kind={kind}>
                <td>
                  <Icon icon={CHANGE_ICONS[kind]} size={12} /> {copyWords.kinds[kind]}
                </td>
                {names.map((name) => (
                  <td key={name} data-changed={before.has(name) || undefined}>
                    {before.has(name) && (
                      <>
                        <del>
                          <Value value={before.get(name)} />
                        </del>{' '}
                      </>
                    )}
                    <Value value={values.get(name)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Dialog>
  )
}

function Value({ value }: { readonly value: JsonText | undefined }) {
  if (value === undefined || value === 'null') return <NullMark />
  const text = jsonToPlain(value)
  return text === '' ? '""' : text
}

const PAGE = 100

function useChanges(copy: KnownCopy, kind: ChangeKind) {
  const [read, setRead] = useState<{ readonly kind: ChangeKind; readonly changes: readonly Change[] } | null>(null)
  const [pages, setPages] = useState(1)
  const [error, setError] = useState<unknown>(null)
  const { id } = copy
  useEffect(() => {
    const aborter = new AbortController()
    const params = {
      resource_id: changesTable(id),
      filters: { since: kind },
      sort: ['_id asc'],
      limit: pages * PAGE,
      include_total: false,
    }
    copiesClient()
      ?.search(params, { signal: aborter.signal })
      .then(
        ({ answer }) => setRead({ kind, changes: changesIn(answer) }),
        (reason: unknown) => {
          if (!aborter.signal.aborted) setError(reason)
        },
      )
    return () => aborter.abort()
  }, [id, kind, pages])
  const changes = read?.kind === kind ? read.changes : NONE
  return { changes, error, more: () => setPages(pages + 1) }
}

const NONE: readonly Change[] = []

function changesIn(page: SearchPage): readonly Change[] {
  const place = (name: string) => page.fields.findIndex(({ id }) => id === name)
  const [ofKey, ofFields, ofWas, ofNow] = ['_id', 'fields', 'was', 'now'].map(place)
  const count = page.records?.texts.length ?? page.rows.length
  return Array.from({ length: count }, (_, row) => {
    const was = membersOf(valueIn(page, row, ofWas ?? -1))
    const now = membersOf(valueIn(page, row, ofNow ?? -1))
    const changed: readonly string[] = JSON.parse(valueIn(page, row, ofFields ?? -1) ?? '[]')
    return {
      key: valueIn(page, row, ofKey ?? -1) ?? String(row),
      values: now.size === 0 ? was : now,
      before: new Map(changed.flatMap((name) => [[name, was.get(name) ?? 'null'] as const])),
    }
  })
}

function membersOf(value: JsonText | undefined): ReadonlyMap<string, JsonText> {
  return new Map(value === undefined || value === 'null' ? [] : jsonMembers(value))
}
