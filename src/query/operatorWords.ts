import { fieldKind, type FieldKind } from '../protocol/field.ts'
import { wordsOf, type Operator, type WordsOf } from './operator.ts'

/** The kinds of field of whose values one is before or after another. */
const OF_TIME: readonly FieldKind[] = ['date', 'timestamp', 'time']

/** Words for conditions on days or times: by the kind of the field, or, if that is not known, as the values are written. */
export function ofTime(words: WordsOf): NonNullable<Operator['wordsBeside']> {
  return ({ field, values }, fields) => {
    const type = fields.find(({ id }) => id === field)?.type
    const isSo =
      type === undefined
        ? values.length > 0 && values.every((value) => TIME.test(value))
        : OF_TIME.includes(fieldKind(type))
    return isSo ? words : undefined
  }
}

/** An operator's words beside values of that kind. */
export function wordsFor(operator: Operator, kind: FieldKind): WordsOf {
  return wordsOf(operator, { field: '', values: [] }, [{ id: '', type: kind }])
}

/** A day, a month, a quarter or a time as it is written in conditions. A year alone may as well be a number. */
const TIME = /^(?:\d{4,6}-(?:\d\d|Q\d)\b|\d\d:\d\d)/
