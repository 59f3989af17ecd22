import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink, RotateCw } from 'lucide-react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { Instance } from '../../../instances/instance.ts'
import { useProfile } from '../../../instances/profile/useProfile.ts'
import type { Field } from '../../../protocol/field.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { aboutWords } from '../../../words/en/tables/about.ts'
import { shownName } from '../../../words/shownName.ts'
import { countWords } from '../../../words/figures.ts'
import { firstSeen } from '../../../workspace/firstSeen.ts'
import { explainFailure } from '../../result/failure.ts'
import { aboutQuery, indexesQuery } from './aboutQuery.ts'
import styles from './AboutTable.module.css'
import { dayOfMoment, knownCount } from './knownOfTable.ts'

export interface AboutTableProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly table: { readonly id: string; readonly title: string }
  /** null while unknown. */
  readonly fields: readonly Field[] | null
  readonly onClose: () => void
}

/** What is known of a table: as its portal tells it, and as the page has seen it. */
export function AboutTable({ instance, client, table, fields, onClose }: AboutTableProps) {
  const cache = useQueryClient()
  const hasNoCatalogue = useProfile(client, ({ hasCatalogue }) => hasCatalogue === false)
  const mayTell = !hasNoCatalogue && instance.origin !== 'embedded'
  const { data, error, isPending, refetch } = useQuery({
    ...aboutQuery(instance, client, table.id),
    enabled: mayTell,
  })
  const told = data ?? null
  // What is not told of the indexes is not missed, so a failure is not said.
  const { data: indexed } = useQuery(indexesQuery(instance, client, table.id))
  const count = knownCount(cache, instance.id, client.identity, table.id)
  const seen = firstSeen(instance.baseUrl, table.id)
  return (
    <Dialog title={aboutWords.title(table.title)} width="middle" onClose={onClose}>
      <div className={styles.body}>
        {mayTell && isPending && !error && <output>{aboutWords.loading}</output>}
        {error && (
          <p role="alert">
            {aboutWords.notLoaded(
              explainFailure(error, { instance: instance.title, table: table.title, hasToken: client.hasToken }).what,
            )}{' '}
            <Button size="sm" icon={RotateCw} onClick={() => void refetch()}>
              {aboutWords.tryAgain}
            </Button>
          </p>
        )}
        {told === null && !error && !(mayTell && isPending) && <p className={styles.quiet}>{aboutWords.notTold}</p>}
        {[told?.description, told?.notes].map(
          (text, at) =>
            text && (
              <p key={at} className={styles.text}>
                {text}
              </p>
            ),
        )}
        <dl className={styles.list}>
          <Line term={aboutWords.dataset} value={told?.dataset} />
          <Line term={aboutWords.organization} value={told?.organization} />
          <Line term={aboutWords.licence} value={told?.licence} href={told?.licenceUrl} />
          <Line term={aboutWords.changed} value={told?.changed && dayOfMoment(told.changed)} />
          <Line
            term={aboutWords.records}
            value={count && (count.isEstimate ? aboutWords.about(count.total) : countWords(count.total))}
          />
          <Line term={aboutWords.indexes} value={indexed && aboutWords.indexesOf(indexed.indexes)} />
          <Line term={aboutWords.firstSeen} value={seen === null ? null : dayOfMoment(seen)} />
          <Line term={aboutWords.id} value={table.id} />
        </dl>
        {indexed && indexed.wanted.length > 0 && <p className={styles.quiet}>{aboutWords.wanted(indexed.wanted)}</p>}
        {told?.page && (
          <p>
            <Out href={told.page} words={aboutWords.page} />
          </p>
        )}
        {fields !== null && fields.length > 0 && <Dictionary fields={fields} />}
      </div>
    </Dialog>
  )
}

interface LineProps {
  readonly term: string
  readonly value: string | null | undefined
  readonly href?: string | null | undefined
}

function Line({ term, value, href }: LineProps) {
  if (!value) return null
  return (
    <div>
      <dt>{term}</dt>
      <dd>{href ? <Out href={href} words={value} /> : value}</dd>
    </div>
  )
}

function Out({ href, words }: { readonly href: string; readonly words: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {words} <Icon icon={ExternalLink} size={12} />
    </a>
  )
}

/** The fields; with what the server's data dictionary says of them, if it says something. */
function Dictionary({ fields }: { readonly fields: readonly Field[] }) {
  const isTold = fields.some((field) => told(field, 'label') !== '' || told(field, 'notes') !== '')
  return (
    <section
      className={styles.fields}
      aria-label={isTold ? aboutWords.dictionary : aboutWords.fields(fields.length)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- nothing in it takes the focus, and it scrolls
      tabIndex={0}
    >
      <h2>{isTold ? aboutWords.dictionary : aboutWords.fields(fields.length)}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{aboutWords.field}</th>
            <th scope="col">{aboutWords.type}</th>
            {isTold && <th scope="col">{aboutWords.label}</th>}
            {isTold && <th scope="col">{aboutWords.description}</th>}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.id}>
              <th scope="row">{shownName(field.id)}</th>
              <td>{field.type}</td>
              {isTold && <td>{told(field, 'label')}</td>}
              {isTold && <td>{told(field, 'notes')}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function told({ info }: Field, name: string): string {
  const text = info?.[name]
  return typeof text === 'string' ? text : ''
}
