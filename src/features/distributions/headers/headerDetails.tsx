import type { HeaderDetails } from '../../../grid/GridHeader.tsx'
import { fieldKind, type Field } from '../../../protocol/field.ts'
import { showToast } from '../../../ui/Toast.tsx'
import { distributionWords } from '../../../words/en/distributions/distributions.ts'
import { comparedText, withValueEdit } from '../../../workspace/edits/valueEdits.ts'
import { currentView, navigate } from '../../../workspace/view.ts'
import type { BrushControl } from '../brush/brushing.ts'
import { HeaderDetail } from './HeaderDetail.tsx'
import type { HeldStore } from './held.ts'

/** What the grid's headers show, read from the store; a value that is pressed becomes a filter. */
export function createHeaderDetails(store: HeldStore, brush: BrushControl): HeaderDetails {
  const onValue = (field: Field, value: string) => {
    const kind = fieldKind(field.type)
    const text = comparedText(value, kind)
    if (text === undefined) return
    const next = withValueEdit(currentView(), { field: field.id, kind, text }, 'only', true)
    if (next === null) return
    if (store.get().canAsk(next)) navigate(next)
    else showToast(distributionWords.noWay)
  }
  return {
    subscribe: store.subscribeSaid,
    said: store.said,
    Drawing: ({ column, width }) => (
      <HeaderDetail store={store} brush={brush} column={column} width={width} onValue={onValue} />
    ),
  }
}
