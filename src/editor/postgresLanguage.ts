import type { languages } from 'monaco-editor/editor'
import { conf, language } from 'monaco-editor/languages/definitions/pgsql/pgsql'

/** Brackets, comments and self-closing quotes, as bundled. */
export const postgresConfiguration: languages.LanguageConfiguration = conf

/**
 * Monaco's PostgreSQL grammar, corrected: words such as `LIKE` and `JOIN` are keywords, not operators; names can be in any
 * script; E'' strings, dollar-quoted strings and nested comments end where PostgreSQL ends them; a name in double quotes is
 * an identifier.
 */
export const postgresGrammar: languages.IMonarchLanguage = {
  ...language,
  unicode: true,
  keywords: [...language.keywords, ...language.operators, ...unreserved()],
  tokenizer: {
    root: [
      [/--.*$/, 'comment'],
      [/\/\*/, { token: 'comment', next: '@comment' }],
      [/\s+/, 'white'],
      [/\$([\p{L}_][\p{L}\p{N}_]*)?\$/u, { token: 'string', next: '@dollarQuoted.$0' }],
      [/\$\d+/, 'number'],
      [/0[xX][\da-fA-F]+/, 'number'],
      [/(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/, 'number'],
      [/[eE]'/, { token: 'string', next: '@escapedString' }],
      [/'/, { token: 'string', next: '@string' }],
      [/(?:[uU]&)?"/, { token: 'identifier', next: '@quotedIdentifier' }],
      // A parameter of the page.
      [/\{\{[^{}'"\n\r;]*\}\}/, 'variable'],
      [/[;,.]/, 'delimiter'],
      [/[()[\]]/, '@brackets'],
      [
        /[\p{L}_][\p{L}\p{N}_$]*/u,
        { cases: { '@keywords': 'keyword', '@builtinFunctions': 'predefined', '@default': 'identifier' } },
      ],
      [/[<>=!%&+\-*/|~^@#?:]/, 'operator'],
    ],
    comment: [
      [/\/\*/, { token: 'comment', next: '@push' }],
      [/\*\//, { token: 'comment', next: '@pop' }],
      [/[^*/]+|./, 'comment'],
    ],
    string: [
      [/[^']+|''/, 'string'],
      [/'/, { token: 'string', next: '@pop' }],
    ],
    escapedString: [
      [/[^'\\]+|''|\\./, 'string'],
      [/\\$/, 'string'],
      [/'/, { token: 'string', next: '@pop' }],
    ],
    dollarQuoted: [
      [
        /\$([\p{L}_][\p{L}\p{N}_]*)?\$/u,
        { cases: { '$0==$S2': { token: 'string', next: '@pop' }, '@default': 'string' } },
      ],
      [/[^$]+|\$/, 'string'],
    ],
    quotedIdentifier: [
      [/[^"]+|""/, 'identifier'],
      [/"/, { token: 'identifier', next: '@pop' }],
    ],
  },
}

/** Words that PostgreSQL does not reserve but a SELECT uses as keywords; not names such as `date`. */
function unreserved(): readonly string[] {
  return (
    'BY ESCAPE EXCEPT EXCLUDE EXISTS FILTER FIRST FOLLOWING GROUPING GROUPS LAST LATERAL MATERIALIZED NULLS ORDINALITY OVER ' +
    'PARTITION PRECEDING RANGE RECURSIVE ROLLUP ROWS CUBE SETS TIES UNBOUNDED VALUES WITHIN WITHOUT ZONE'
  ).split(' ')
}
