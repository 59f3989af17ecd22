import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { browserStorage } from '../storage/browserStorage.ts'
import { keepValue } from '../storage/keptValue.ts'
import { deviceStorage } from './deviceStorage.ts'
import { reportStorageProblem } from './storageProblems.ts'

/** Something that the user has set, until they set it otherwise. */
export interface Setting<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** All settings: where each is kept (on this device or in this tab), what it may be, and what it is at first. */
export const settings = {
  theme: setting('theme', 'device', v.picklist(['system', 'light', 'dark']), 'system'),
  /** The SQL editor's share of the height. */
  editorShare: setting('editorShare', 'device', v.pipe(v.number(), v.toMinValue(0.25), v.toMaxValue(0.75)), 0.4),
  /** The same of the width, where the editor stands beside the result. */
  editorWidth: setting('editorWidth', 'device', v.pipe(v.number(), v.toMinValue(0.25), v.toMaxValue(0.75)), 0.5),
  editorSide: setting('editorSide', 'device', v.picklist(['above', 'beside']), 'above'),
  /** Which of editor and result has all of the room. */
  fullPane: setting('fullPane', 'device', v.picklist(['none', 'editor', 'result']), 'none'),
  /** The same of a chart above its table. */
  chartShare: setting('chartShare', 'device', v.pipe(v.number(), v.toMinValue(0.25), v.toMaxValue(0.85)), 0.62),
  /** Whether a single letter or sign gives a command outside text fields (WCAG 2.1.4). */
  singleKeys: setting('singleKeys', 'device', v.boolean(), true),
  /** Whether statements are written in a text box that screen readers read well. */
  readerEditor: setting('readerEditor', 'device', v.boolean(), false),
  /** Whether the headers of the grid show what the columns hold. */
  distributions: setting('distributions', 'device', v.boolean(), true),
  /** Whether statements that are run are kept on this device, and whether they are shown beside the editor. */
  keepsHistory: setting('keepsHistory', 'device', v.boolean(), true),
  showsHistory: setting('showsHistory', 'device', v.boolean(), false),
  /** Whether a statement on tables in this browser shows its first rows while it is written. */
  previews: setting('previews', 'device', v.boolean(), true),
  /** The ways to begin: due until one was used, over, or shown again because the user asked. */
  firstVisit: setting('firstVisit', 'device', v.picklist(['due', 'over', 'again']), 'due'),
  /** How exported files are written; at first as CSV, exactly. */
  fileOptions: setting(
    'fileOptions',
    'device',
    v.object({ hasMark: v.boolean(), guardsFormulas: v.boolean(), format: v.fallback(v.string(), 'csv') }),
    { hasMark: false, guardsFormulas: false, format: 'csv' },
  ),
}

/** The value of a setting, as `useSetting(settings.theme)`. */
export function useSetting<T>({ subscribe, get }: Setting<T>): T {
  return useSyncExternalStore(subscribe, get)
}

function setting<T>(name: string, place: 'device' | 'tab', schema: v.GenericSchema<T>, fallback: T): Setting<T> {
  const parse = (stored: unknown) => {
    const parsed = v.safeParse(schema, stored)
    return parsed.success ? parsed.output : null
  }
  const { get, subscribe, change } = keepValue<T>({
    storage: place === 'device' ? deviceStorage : browserStorage('session'),
    name: `rowan.setting.${name}`,
    fallback,
    parse,
    onProblem: reportStorageProblem,
  })
  return { get, subscribe, set: (value) => change((now) => parse(value) ?? now) }
}
