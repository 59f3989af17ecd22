/** Whether a function is an aggregate and no window: those of `functions.json`, which is too large for the page to load. */
export function isAggregate(name: string): boolean {
  return AGGREGATES.test(name)
}

const AGGREGATES =
  /^(?:avg|sum|count|min|max|every|mode|any_value|bool_(?:and|or)|bit_(?:and|or|xor)|(?:array|string|range|range_intersect)_agg|jsonb?_agg(?:_strict)?|jsonb?_object_agg(?:_unique)?(?:_strict)?|percentile_(?:cont|disc)|corr|covar_\w+|stddev\w*|var(?:iance|_\w+)|regr_\w+)$/
