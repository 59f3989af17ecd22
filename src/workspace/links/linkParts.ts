import { linkOfQuery, queryOfLink, type LinkPair } from '../../query/queryLink.ts'
import { NO_VALUES, readValues } from '../../query/parameterValues.ts'
import { layoutOfText } from '../../rows/columnLayout.ts'
import { unreadInSummary } from '../../summary/summaryLink.ts'
import { linkPairs, VIEW_NAMES } from '../view.ts'

/**
 * The parameters of a hash that say nothing to this page, as they stand in it: cut off on their way, mistyped, or written
 * by a later version. Without them a link shows more than was meant.
 */
export function unreadParts(hash: string): readonly string[] {
  return linkPairs(hash).flatMap(([name, value]): readonly string[] => {
    if (name === '' && value === '') return []
    if (name === 'summary') return unreadInSummary(value).map((part) => `${name}=${part}`)
    if (PLAIN.has(name)) return isPlainRead(name, value) ? [] : [`${name}=${value}`]
    const read = linkOfQuery(queryOfLink([[name, value] satisfies LinkPair]))
    return read.length > 0 || value === '' ? [] : [`${name}=${value}`]
  })
}

/** `nulls` says something only beside a sort. */
const PLAIN: ReadonlySet<string> = new Set(['v', 'nulls', ...Object.values(VIEW_NAMES)])

function isPlainRead(name: string, value: string): boolean {
  if (name === 'v') return value === '1'
  if (name === 'layout') return value === '' || value === '{}' || Object.keys(layoutOfText(value)).length > 0
  if (name === 'parameters') return value === '' || readValues(value) !== NO_VALUES
  return name !== 'mode' || value === 'filter' || value === 'sql'
}
