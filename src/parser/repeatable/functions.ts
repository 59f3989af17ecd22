/** What a call of one of PostgreSQL's own functions does to the rows that hold it. */
export type Steadiness =
  /** The same for the same arguments, in every request. */
  | 'steady'
  /** Another value in each call. */
  | 'changes'
  /** The time of the request. */
  | 'clock'
  /** It takes its records in the order in which the server happens to read them. */
  | 'sequence'
  /** Of floating-point numbers, its last digit depends on that order. */
  | 'rounding'
  /** It numbers the records of a window, or picks one by its place. */
  | 'place'
  | 'unknown'

/** How steady a function is, by its name in lower case. One that is not listed may do anything. */
export function steadinessOf(name: string): Steadiness {
  return KNOWN.get(name) ?? 'unknown'
}

/** Whether a function may give several rows for one. */
export function givesRows(name: string): boolean {
  return ROW_GIVING.has(name)
}

const ROW_GIVING = words(
  'generate_series generate_subscripts json_array_elements json_array_elements_text json_each json_each_text ' +
    'json_object_keys json_populate_recordset json_to_recordset jsonb_array_elements jsonb_array_elements_text ' +
    'jsonb_each jsonb_each_text jsonb_object_keys jsonb_path_query jsonb_to_recordset regexp_matches ' +
    'regexp_split_to_table string_to_table unnest',
)

const CHANGING = words(
  'clock_timestamp currval gen_random_uuid lastval nextval random random_normal set_config setseed setval timeofday ' +
    'array_sample array_shuffle uuidv4 uuidv7 pg_sleep pg_backend_pid txid_current pg_current_xact_id',
)

const CLOCKS = words('now statement_timestamp transaction_timestamp')

/** Also those that sort, or whose result has no order. */
const STEADY_AGGREGATES = words(
  'bit_and bit_or bit_xor bool_and bool_or count cume_dist dense_rank every max min mode percent_rank percentile_cont ' +
    'percentile_disc range_agg range_intersect_agg rank regr_count',
)

const IN_SEQUENCE = words(
  'any_value array_agg json_agg json_agg_strict json_object_agg json_objectagg json_arrayagg jsonb_agg ' +
    'jsonb_object_agg string_agg xmlagg',
)

const ROUNDED = words(
  'avg corr covar_pop covar_samp regr_avgx regr_avgy regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy ' +
    'stddev stddev_pop stddev_samp sum var_pop var_samp variance',
)

const BY_PLACE = words('first_value lag last_value lead nth_value ntile row_number')

/** PostgreSQL's functions that are immutable or stable, as far as a statement of the DataStore may call them. */
const STEADY = words(
  'abs acos acosd acosh area array_append array_cat array_fill array_length array_lower array_ndims ' +
    'array_position array_positions array_prepend array_remove array_replace array_to_json array_to_string ' +
    'array_to_tsvector array_upper ascii asind asinh atan atan2 atand atanh bit_count bit_length bool bound_box ' +
    'box bpchar broadcast btrim cardinality cbrt ceil ceiling center char_length character_length chr circle ' +
    'concat concat_ws convert convert_from convert_to cos cosd cosh cot cotd date date_add date_bin date_part ' +
    'date_subtract date_trunc decode degrees diagonal diameter div encode enum_first enum_last enum_range erf ' +
    'erfc exp extract factorial family float4 float8 floor format format_type gcd generate_series ' +
    'generate_subscripts get_bit get_byte height host hostmask inet_merge inet_same_family initcap int2 int4 ' +
    'int8 interval is_normalized isclosed isempty isfinite isopen json json_array_element ' +
    'json_array_element_text json_array_elements json_array_elements_text json_array_length json_build_array ' +
    'json_build_object json_each json_each_text json_extract_path json_extract_path_text json_object ' +
    'json_object_keys json_populate_recordset json_strip_nulls json_to_record json_to_recordset json_typeof ' +
    'jsonb jsonb_array_element jsonb_array_element_text jsonb_array_elements jsonb_array_elements_text ' +
    'jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text jsonb_extract_path ' +
    'jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_keys jsonb_path_exists jsonb_path_match ' +
    'jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_pretty jsonb_set jsonb_set_lax ' +
    'jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_typeof justify_days justify_hours ' +
    'justify_interval lcm left length like_escape line ln log lower lower_inc lower_inf lpad lseg ltrim ' +
    'macaddr8_set7bit make_date make_interval make_time make_timestamp make_timestamptz masklen md5 min_scale ' +
    'mod network normalize npoints num_nonnulls num_nulls numeric numnode octet_length overlaps overlay ' +
    'parse_ident path pclose phraseto_tsquery pi plainto_tsquery point polygon popen position pow power ' +
    'quote_ident quote_literal quote_nullable radians radius range_merge regexp_count regexp_instr regexp_like ' +
    'regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr ' +
    'repeat replace reverse right round row_to_json rpad rtrim scale set_bit set_byte set_masklen setweight ' +
    'sha224 sha256 sha384 sha512 sign similar_to_escape sin sind sinh slope split_part sqrt starts_with ' +
    'string_to_array string_to_table strip strpos substr substring tan tand tanh text time timestamp ' +
    'timestamptz timetz timezone to_ascii to_bin to_char to_date to_hex to_json to_jsonb to_number to_oct ' +
    'to_timestamp to_tsquery to_tsvector translate trim_array trim_scale trunc ts_delete ts_filter ts_headline ' +
    'ts_rank ts_rank_cd tsvector_to_array unistr unnest upper upper_inc upper_inf varchar websearch_to_tsquery ' +
    'width width_bucket xml_is_well_formed xmlcomment xpath xpath_exists',
)

const KNOWN: ReadonlyMap<string, Steadiness> = new Map([
  ...entries(STEADY, 'steady'),
  ...entries(STEADY_AGGREGATES, 'steady'),
  ...entries(CHANGING, 'changes'),
  ...entries(CLOCKS, 'clock'),
  ...entries(IN_SEQUENCE, 'sequence'),
  ...entries(ROUNDED, 'rounding'),
  ...entries(BY_PLACE, 'place'),
])

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

function entries(names: ReadonlySet<string>, steadiness: Steadiness): readonly (readonly [string, Steadiness])[] {
  return [...names].map((name) => [name, steadiness] as const)
}
