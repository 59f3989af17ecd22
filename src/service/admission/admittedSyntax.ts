/**
 * What a member of a syntax node may hold:
 * - `node`: a node wrapped in its kind, as `{"A_Const": {…}}`; `nodes`: a list of them;
 * - `distinct`: a list of nodes, or of one `{}` (the parser's null) for a plain DISTINCT;
 * - `functions`: a list of pairs wrapped in `List`: a function, and its column definitions or `{}`;
 * - `value`: a string, number or boolean;
 * - a list: one of these strings;
 * - `{ kind }`: the members of a node of this kind, not wrapped.
 */
export type MemberRule =
  | 'node'
  | 'nodes'
  | 'distinct'
  | 'functions'
  | 'value'
  | readonly string[]
  | { readonly kind: string }

const location: MemberRule = 'value'
const alias: MemberRule = { kind: 'Alias' }
const typeName: MemberRule = { kind: 'TypeName' }
const select: MemberRule = { kind: 'SelectStmt' }
const jsonFormat: MemberRule = { kind: 'JsonFormat' }
const jsonOutput: MemberRule = { kind: 'JsonOutput' }
const jsonValue: MemberRule = { kind: 'JsonValueExpr' }
const jsonBehavior: MemberRule = { kind: 'JsonBehavior' }
const jsonAggregate: MemberRule = { kind: 'JsonAggConstructor' }
const jsonPath: MemberRule = { kind: 'JsonTablePathSpec' }

const kinds: Readonly<Record<string, Readonly<Record<string, MemberRule>>>> = {
  // Statements
  SelectStmt: {
    distinctClause: 'distinct',
    targetList: 'nodes',
    fromClause: 'nodes',
    whereClause: 'node',
    groupClause: 'nodes',
    groupDistinct: 'value',
    havingClause: 'node',
    windowClause: 'nodes',
    valuesLists: 'nodes',
    sortClause: 'nodes',
    limitOffset: 'node',
    limitCount: 'node',
    limitOption: 'value',
    withClause: { kind: 'WithClause' },
    op: ['SETOP_NONE', 'SETOP_UNION', 'SETOP_INTERSECT', 'SETOP_EXCEPT'],
    all: 'value',
    larg: select,
    rarg: select,
  },
  WithClause: { ctes: 'nodes', recursive: 'value', location },
  CommonTableExpr: {
    ctename: 'value',
    aliascolnames: 'nodes',
    ctematerialized: 'value',
    ctequery: 'node',
    search_clause: { kind: 'CTESearchClause' },
    cycle_clause: { kind: 'CTECycleClause' },
    location,
  },
  CTESearchClause: { search_col_list: 'nodes', search_breadth_first: 'value', search_seq_column: 'value', location },
  CTECycleClause: {
    cycle_col_list: 'nodes',
    cycle_mark_column: 'value',
    cycle_mark_value: 'node',
    cycle_mark_default: 'node',
    cycle_path_column: 'value',
    location,
  },
  ResTarget: { name: 'value', val: 'node', location },
  SortBy: { node: 'node', sortby_dir: 'value', sortby_nulls: 'value', useOp: 'nodes', location },
  GroupingSet: { kind: 'value', content: 'nodes', location },
  WindowDef: {
    name: 'value',
    refname: 'value',
    partitionClause: 'nodes',
    orderClause: 'nodes',
    frameOptions: 'value',
    startOffset: 'node',
    endOffset: 'node',
    location,
  },

  // After FROM
  RangeVar: {
    catalogname: 'value',
    schemaname: 'value',
    relname: 'value',
    inh: 'value',
    relpersistence: ['p'],
    alias,
    location,
  },
  RangeSubselect: { lateral: 'value', subquery: 'node', alias },
  RangeFunction: {
    lateral: 'value',
    ordinality: 'value',
    is_rowsfrom: 'value',
    functions: 'functions',
    alias,
    coldeflist: 'nodes',
  },
  RangeTableSample: { relation: 'node', method: 'nodes', args: 'nodes', repeatable: 'node', location },
  ColumnDef: {
    colname: 'value',
    typeName,
    is_local: 'value',
    collClause: { kind: 'CollateClause' },
    location,
  },
  JoinExpr: {
    jointype: ['JOIN_INNER', 'JOIN_LEFT', 'JOIN_FULL', 'JOIN_RIGHT'],
    isNatural: 'value',
    larg: 'node',
    rarg: 'node',
    usingClause: 'nodes',
    join_using_alias: alias,
    quals: 'node',
    alias,
  },
  Alias: { aliasname: 'value', colnames: 'nodes' },

  // Expressions
  A_Const: {
    ival: { kind: 'Integer' },
    fval: { kind: 'Float' },
    boolval: { kind: 'Boolean' },
    sval: { kind: 'String' },
    bsval: { kind: 'BitString' },
    isnull: 'value',
    location,
  },
  Integer: { ival: 'value' },
  Float: { fval: 'value' },
  Boolean: { boolval: 'value' },
  String: { sval: 'value' },
  BitString: { bsval: 'value' },
  List: { items: 'nodes' },
  A_Star: {},
  ColumnRef: { fields: 'nodes', location },
  A_Indirection: { arg: 'node', indirection: 'nodes' },
  A_Indices: { is_slice: 'value', lidx: 'node', uidx: 'node' },
  A_ArrayExpr: { elements: 'nodes', list_start: 'value', list_end: 'value', location },
  A_Expr: {
    kind: [
      'AEXPR_OP',
      'AEXPR_OP_ANY',
      'AEXPR_OP_ALL',
      'AEXPR_DISTINCT',
      'AEXPR_NOT_DISTINCT',
      'AEXPR_NULLIF',
      'AEXPR_IN',
      'AEXPR_LIKE',
      'AEXPR_ILIKE',
      'AEXPR_SIMILAR',
      'AEXPR_BETWEEN',
      'AEXPR_NOT_BETWEEN',
      'AEXPR_BETWEEN_SYM',
      'AEXPR_NOT_BETWEEN_SYM',
    ],
    name: 'nodes',
    lexpr: 'node',
    rexpr: 'node',
    rexpr_list_start: 'value',
    rexpr_list_end: 'value',
    location,
  },
  BoolExpr: { boolop: ['AND_EXPR', 'OR_EXPR', 'NOT_EXPR'], args: 'nodes', location },
  NullTest: { arg: 'node', nulltesttype: 'value', location },
  BooleanTest: { arg: 'node', booltesttype: 'value', location },
  CaseExpr: { arg: 'node', args: 'nodes', defresult: 'node', location },
  CaseWhen: { expr: 'node', result: 'node', location },
  CoalesceExpr: { args: 'nodes', location },
  MinMaxExpr: { op: ['IS_GREATEST', 'IS_LEAST'], args: 'nodes', location },
  RowExpr: { args: 'nodes', row_format: 'value', location },
  SubLink: {
    subLinkType: ['EXISTS_SUBLINK', 'ALL_SUBLINK', 'ANY_SUBLINK', 'EXPR_SUBLINK', 'ARRAY_SUBLINK'],
    testexpr: 'node',
    operName: 'nodes',
    subselect: 'node',
    location,
  },
  TypeCast: { arg: 'node', typeName, location },
  // `setof` and `pct_type` are missing on purpose: an expression can't use them.
  TypeName: { names: 'nodes', typmods: 'nodes', typemod: 'value', arrayBounds: 'nodes', location },
  CollateClause: { arg: 'node', collname: 'nodes', location },
  FuncCall: {
    funcname: 'nodes',
    args: 'nodes',
    agg_order: 'nodes',
    agg_filter: 'node',
    over: { kind: 'WindowDef' },
    agg_within_group: 'value',
    agg_star: 'value',
    agg_distinct: 'value',
    func_variadic: 'value',
    funcformat: ['COERCE_EXPLICIT_CALL', 'COERCE_SQL_SYNTAX'],
    location,
  },
  NamedArgExpr: { arg: 'node', name: 'value', argnumber: 'value', location },
  GroupingFunc: { args: 'nodes', location },
  SQLValueFunction: { op: 'value', typmod: 'value', location },

  // SQL/JSON
  JsonFormat: { format_type: 'value', encoding: 'value', location },
  JsonReturning: { format: jsonFormat },
  JsonOutput: { typeName, returning: { kind: 'JsonReturning' } },
  JsonValueExpr: { raw_expr: 'node', format: jsonFormat },
  JsonKeyValue: { key: 'node', value: jsonValue },
  JsonArgument: { val: jsonValue, name: 'value' },
  JsonBehavior: { btype: 'value', expr: 'node', location },
  JsonObjectConstructor: { exprs: 'nodes', output: jsonOutput, absent_on_null: 'value', unique: 'value', location },
  JsonArrayConstructor: { exprs: 'nodes', output: jsonOutput, absent_on_null: 'value', location },
  JsonArrayQueryConstructor: {
    query: 'node',
    output: jsonOutput,
    format: jsonFormat,
    absent_on_null: 'value',
    location,
  },
  JsonAggConstructor: {
    output: jsonOutput,
    agg_filter: 'node',
    agg_order: 'nodes',
    over: { kind: 'WindowDef' },
    location,
  },
  JsonObjectAgg: {
    constructor: jsonAggregate,
    arg: { kind: 'JsonKeyValue' },
    absent_on_null: 'value',
    unique: 'value',
  },
  JsonArrayAgg: { constructor: jsonAggregate, arg: jsonValue, absent_on_null: 'value' },
  JsonParseExpr: { expr: jsonValue, output: jsonOutput, unique_keys: 'value', location },
  JsonScalarExpr: { expr: 'node', output: jsonOutput, location },
  JsonSerializeExpr: { expr: jsonValue, output: jsonOutput, location },
  JsonIsPredicate: { expr: 'node', format: jsonFormat, item_type: 'value', unique_keys: 'value', location },
  JsonFuncExpr: {
    op: ['JSON_EXISTS_OP', 'JSON_QUERY_OP', 'JSON_VALUE_OP'],
    context_item: jsonValue,
    pathspec: 'node',
    passing: 'nodes',
    output: jsonOutput,
    on_empty: jsonBehavior,
    on_error: jsonBehavior,
    wrapper: 'value',
    quotes: 'value',
    location,
  },
  JsonTable: {
    context_item: jsonValue,
    pathspec: jsonPath,
    passing: 'nodes',
    columns: 'nodes',
    on_error: jsonBehavior,
    alias,
    lateral: 'value',
    location,
  },
  JsonTablePathSpec: { string: 'node', name: 'value', name_location: 'value', location },
  JsonTableColumn: {
    coltype: 'value',
    name: 'value',
    typeName,
    pathspec: jsonPath,
    format: jsonFormat,
    wrapper: 'value',
    quotes: 'value',
    columns: 'nodes',
    on_empty: jsonBehavior,
    on_error: jsonBehavior,
    location,
  },
}

/**
 * Every kind of syntax node that `datastore_search_sql` admits, with every member it may have. Anything else is refused, so
 * a newer parser with more syntax admits no more.
 */
export const admittedSyntax: ReadonlyMap<string, ReadonlyMap<string, MemberRule>> = new Map(
  Object.entries(kinds).map(([kind, members]) => [kind, new Map(Object.entries(members))]),
)
