import { FIELD_PROGRAMMES_ID } from '../../protocol/sampleTables.ts'
import { appWords } from '../../words/en/app.ts'
import { AUTO_CHART, emptyView, navigate } from '../../workspace/view.ts'
import styles from '../App.module.css'
import { FirstVisit } from '../laterParts.ts'
import type { InstanceScreenProps } from './screenProps.ts'
import type { Screen } from './useScreen.ts'

/** The ways to begin, above the table that is there. Its room is kept from the start, so that nothing moves when it loads. */
export function FirstVisitPane({ of, screen }: { readonly of: InstanceScreenProps; readonly screen: Screen }) {
  const { instance, first, headingRef } = of
  const { place, shown, tasks } = screen
  const tables = shown.tables.data
  // This browser begins with the sample; its list may still have to come.
  const isSample = tables?.some(({ id }) => id === FIELD_PROGRAMMES_ID) ?? instance.origin === 'embedded'
  const leave = () => {
    first.end()
    // What had the focus goes with the pane.
    headingRef.current?.focus()
  }
  const sample = { ...emptyView, ...place, resource: FIELD_PROGRAMMES_ID }
  return (
    <section className={styles.first} aria-label={appWords.firstVisit}>
      <FirstVisit
        address={null}
        file={null}
        onConnect={of.onConnectTo}
        onFiles={
          tasks.onOwnFiles &&
          ((files) => {
            first.end()
            tasks.onOwnFiles?.(files)
          })
        }
        here={{
          of: isSample ? 'sample' : { title: instance.title },
          onExplore: () => {
            leave()
            if (isSample && shown.current !== FIELD_PROGRAMMES_ID) navigate(sample)
          },
          onPicture: isSample
            ? () => {
                leave()
                navigate({ ...sample, summary: BY_YEAR_AND_STAGE, chart: AUTO_CHART })
              }
            : undefined,
        }}
        onHide={leave}
      />
    </section>
  )
}

const BY_YEAR_AND_STAGE = 'by:started_on:year,across:stage,count'
