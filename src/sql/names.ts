import { sqlName } from '../query/sqlText.ts'
import { keywordKind } from './keywords.ts'
import type { Token } from './tokens.ts'

/** The name that a word or a quoted name means: PostgreSQL reads a bare `Name` as `name`. */
export function nameOf(text: string, { kind, start, end, unfinished }: Token): string {
  const written = text.slice(start, end)
  if (kind !== 'name') return foldCase(written)
  const inside = written.replace(/^(?:U&)?"/i, '').replace(unfinished ? /$^/ : /"$/, '')
  const plain = inside.replaceAll('""', '"')
  return /^U/i.test(written) ? withoutEscapes(plain) : plain
}

/** A name as a statement needs it: bare where PostgreSQL reads it back as the same name, else in quotes. */
export function writtenName(name: string): string {
  return BARE.test(name) && keywordKind(name) === null ? name : sqlName(name)
}

/** Only the letters A to Z: PostgreSQL leaves those of other scripts as they are. */
export function foldCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

const BARE = /^[a-z_\p{Lo}\p{Ll}][a-z0-9_$\p{Lo}\p{Ll}\p{M}]*$/u

function withoutEscapes(text: string): string {
  return text.replace(/\\(?:\\|\+([\da-f]{6})|([\da-f]{4}))/gi, (_, long?: string, short?: string) => {
    const code = Number.parseInt(long ?? short ?? '5c', 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
