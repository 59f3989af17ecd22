/**
 * The words that sqlparse 0.5.4, by which CKAN finds functions in a statement, takes for keywords. Before a blank and a
 * bracket any other word is a function to it: `FILTER (`, but not `OVER (`.
 */
export const sqlparseKeywords: ReadonlySet<string> = new Set(
  (
    'abort abs absolute access account ada add admin after aggregate alias all allocate alter analyse analyze and any ' +
    'archive archivelog are array_contains arraylen as asensitive assert_rows_modified assertion assignment ' +
    'asymmetric at atomic attach audit authorization auto_increment avg backup backward become before begin between ' +
    'bigserial bit varying bit_length bitvar block body both box breadth break by bytea cache call called cancel ' +
    'cardinality cascade cascaded case cast catalog catalog_name chain change char_length character character varying ' +
    'character_length character_set_catalog character_set_name character_set_schema characteristics charset check ' +
    'checked checkpoint cidr circle class class_origin clob close cluster cmp coalesce cobol collate collation ' +
    'collation_catalog collation_name collation_schema collect collect_list column column_name command_function ' +
    'command_function_code comment commit committed compile completion compress concat concurrently condition ' +
    'condition_number conflict connect connection connection_name constraint constraint_catalog constraint_name ' +
    'constraint_schema constraints constructor contains contents continue controlfile conversion convert copy ' +
    'corresponding count create createdb createuser cross cube current current_date current_path current_role ' +
    'current_time current_timestamp current_user cursor cursor_name cycle data database datafile date_add date_sub ' +
    'datetime_interval_code datetime_interval_precision day dba dbms_output deallocate declare decode default ' +
    'defaults deferrable deferred define defined definer delete delimiter delimiters deref describe descriptor ' +
    'destroy destructor detach deterministic diagnostics dictionary directory disable disconnect dismount dispatch ' +
    'distinct distinctrow distribute div do domain double double precision drop dump dynamic dynamic_function ' +
    'dynamic_function_code each elements else elsif enable encoding encrypted end end-exec engine enum equals escape ' +
    'events every except exception exceptions exchange excluding exclusive exec execute existing exists exit explain ' +
    'explode extended extension extent external externally extract false fetch file final first floor flush following ' +
    'for force foreach foreign fortran forward found free freelist freelists freeze from from_unixtime ftp full ' +
    'function general generated get global go goto grant granted group grouping gscluster hash having hierarchy hold ' +
    'host hour identified identity if ignore ilike immediate immutable implementation implicit in include including ' +
    'increment index indexes indicator inet infix inherit inherits initial initialize initially initrans inline inner ' +
    'inout input insensitive insert instance instantiable instead instr intersect into invoker is isnull isolation ' +
    'issue iterate join json jsonb key key_member key_type lancompiler language large last lateral layer leading ' +
    'leave left len length less level like limit line link listen lists load local localtime localtimestamp locate ' +
    'location locator lock logfile lookup loop lower lseg macaddr manage manual match max max_part_date max_part_int ' +
    'max_part_string maxdatafiles maxelement maxextents maxindex maxinstances maxlogfiles maxloghistory maxlogmembers ' +
    'maxtrans maxvalue merge message_length message_octet_length message_text method min min_part_date min_part_int ' +
    'min_part_string minelement minextents minindex minus minute minvalue mod mode modifies modify module money month ' +
    'more mount move mumps names national natural nchar nclob new next no noarchivelog noaudit nocache nocompress ' +
    'nocreatedb nocreateuser nocycle nomaxvalue nominvalue none noorder noresetlogs normal nosort not notfound ' +
    'nothing notice notify notnull now nowait null nullable nullif nvl nvl2 object octet_length of off offline offset ' +
    'oids old on on_error_stop online only open operation operator optimal option options or order ordinality ' +
    'organization out outer output over overlaps overlay overriding overwrite own owner package pad parallel ' +
    'parameter parameter_mode parameter_name parameter_ordinal_position parameter_specific_catalog ' +
    'parameter_specific_name parameter_specific_schema parameters parse_url_tuple part_count part_count_by part_loc ' +
    'partial partition pascal path pctfree pctincrease pctused pendant perform pg_lsn pivot placing plan pli plpgsql ' +
    'point polygon posexplode position postfix preceding precision prefix preorder prepare preserve primary print ' +
    'prior private privileges procedural procedure profile proto public put_line qualify quarter quota raise range ' +
    'raw read reads recheck recover recursive reduce ref references referencing regexp regexp_replace reindex ' +
    'relative rename repeatable replace reset resetlogs resignal resource respect restart restrict restricted result ' +
    'return returned_length returned_octet_length returned_sqlstate returning returns reuse revoke right rlike role ' +
    'roles rollback rollup routine routine_catalog routine_name routine_schema row row_count rows rtrim rule sample ' +
    'save_point savepoint scale schema schema_name scn scope scroll search second section security segment select ' +
    'self sensitive sequence serializable server_name session session_user set setof sets share shared show sign ' +
    'signal similar simple sin size smallserial snapshot some sort source space specific specific_name specifictype ' +
    'split sql sqlbuf sqlcode sqlerror sqlexception sqlstate sqlwarning sqrt stable stack start statement ' +
    'statement_id static statistics stdin stdout stop storage str straight_join strict structure stype ' +
    'subclass_origin sublist substr substring successful sum summary switch symmetric synonym sysid system ' +
    'system_user table table_name tables tablesample tablespace tblproperties temp template temporary terminate than ' +
    'then thread time timestamp_iso timezone_hour timezone_minute to to_char to_date to_timestamp toast tracing ' +
    'trailing transaction transactions_committed transactions_rolled_back transation transation_active transform ' +
    'transforms translate translation treat trigger trigger_catalog trigger_name trigger_schema triggers trim true ' +
    'trunc truncate trusted try_cast tsquery tsvector txid_snapshot type uid unbounded uncommitted under unencrypted ' +
    'union unique uniquejoin unix_timestamp unknown unlimited unlisten unlock unnamed unnest unpivot until update ' +
    'upper upsert usage use user user_defined_type_catalog user_defined_type_name user_defined_type_schema using ' +
    'utc_timestamp uuid vacuum valid validate validator values variable verbose version view views volatile week when ' +
    'whenever where while window with without work write xml year zone'
  ).split(' '),
)
