import type { TypedCondition, TypedConditions } from './typed/typedCondition.ts'

/** What was typed, but a list on that field is one value if it is one of those that are known and was typed so: a name may hold a comma. */
export function withKnownValues(
  read: TypedConditions | null,
  text: string,
  field: string,
  known: readonly string[] = [],
): TypedConditions | null {
  if (read?.says !== 'conditions') return read
  const conditions = read.conditions.map((each) => (each.field === field ? withCommaValue(each, text, known) : each))
  return { ...read, conditions }
}

function withCommaValue(condition: TypedCondition, text: string, known: readonly string[]): TypedCondition {
  const { op, values } = condition
  if (values.length < 2 || (op !== 'isAnyOf' && op !== 'isNoneOf')) return condition
  const whole = known.find((value) => folded(value) === folded(values.join()) && folded(text).includes(folded(value)))
  return whole === undefined ? condition : { ...condition, op: op === 'isAnyOf' ? 'is' : 'isNot', values: [whole] }
}

function folded(text: string): string {
  return text.replaceAll(/\s*,\s*/g, ',').toLowerCase()
}
