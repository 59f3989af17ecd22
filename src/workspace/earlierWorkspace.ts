import * as v from 'valibot'
import type { TextStorage } from '../storage/browserStorage.ts'
import type { KeepingProblem } from '../storage/keptValue.ts'
import { INSTANCES_NAME, OwnInstances } from './ownInstances.ts'

/**
 * Until autumn 2026 everything that the page kept was one text under this name. It is moved in two steps: instances and
 * settings at once, drafts when the database of the workspace has been opened.
 */
const NAME = 'rowan.workspace'

const Earlier = v.object({
  version: v.literal(1),
  state: v.object({
    instances: OwnInstances,
    theme: v.picklist(['system', 'light', 'dark']),
    editorShare: v.pipe(v.number(), v.minValue(0.25), v.maxValue(0.75)),
    /** By instance id the text in its SQL editor; by the id and ` ran` the statement that had been run last. */
    drafts: v.record(v.string(), v.string()),
  }),
})

/** What was being written for an instance, and what had been run last. */
export interface EarlierDraft {
  readonly instanceId: string
  readonly text: string
  readonly ran: string
}

/** Moves instances and settings to where they are kept now, unless something is there already. */
export function moveEarlierWorkspace(storage: TextStorage | null, onProblem: (problem: KeepingProblem) => void): void {
  try {
    const text = storage?.getItem(NAME) ?? null
    if (storage === null || text === null) return
    const state = parsed(text)
    if (state === null) {
      onProblem('damaged')
      storage.setItem(`${NAME}.damaged`, text)
      storage.removeItem(NAME)
      return
    }
    const move = (name: string, value: unknown) => {
      if (storage.getItem(name) === null) storage.setItem(name, JSON.stringify(value))
    }
    move(INSTANCES_NAME, { version: 1, instances: state.instances })
    move('rowan.setting.theme', state.theme)
    move('rowan.setting.editorShare', state.editorShare)
    if (draftsOf(state.drafts).length === 0) storage.removeItem(NAME)
  } catch {
    onProblem('refused')
  }
}

/** The drafts that are still where they were, the one written last at the end. */
export function earlierDrafts(storage: TextStorage | null): readonly EarlierDraft[] {
  try {
    return draftsOf(parsed(storage?.getItem(NAME) ?? '')?.drafts ?? {})
  } catch {
    return []
  }
}

/** Call it when the drafts are safe elsewhere. */
export function forgetEarlierDrafts(storage: TextStorage | null): void {
  try {
    // Not before the instances have been moved.
    if (storage !== null && storage.getItem(INSTANCES_NAME) !== null) storage.removeItem(NAME)
  } catch {
    // They are taken again the next time, under the same ids.
  }
}

function parsed(text: string): v.InferOutput<typeof Earlier>['state'] | null {
  try {
    const earlier = v.safeParse(Earlier, JSON.parse(text))
    return earlier.success ? earlier.output.state : null
  } catch {
    return null
  }
}

function draftsOf(drafts: Readonly<Record<string, string>>): readonly EarlierDraft[] {
  return Object.entries(drafts)
    .filter(([key, text]) => !key.endsWith(RAN) && text !== '')
    .map(([instanceId, text]) => ({ instanceId, text, ran: drafts[`${instanceId}${RAN}`] ?? '' }))
}

const RAN = ' ran'
