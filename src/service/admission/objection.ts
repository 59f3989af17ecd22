/** Why a statement is refused. */
export class Objection extends Error {
  override readonly name = 'Objection'
  /** psycopg2's name for PostgreSQL's own error; null: forbidden, even though PostgreSQL would run it. */
  readonly condition: string | null
  /** Offset in the text's UTF-8 bytes; null if the problem has no place. */
  readonly location: number | null

  constructor(message: string, condition: string | null = null, location: number | null = null) {
    super(message)
    this.condition = condition
    this.location = location
  }
}

/** 403: the catalogs and the list of tables are not readable by SQL. */
export function systemTables(): Objection {
  return new Objection('Not authorized to access system tables')
}

/** 403: a function that is not on the list. */
export function notAllowedFunction(name: string): Objection {
  return new Objection(`Not authorized to call function ${name}`)
}

/** 403: a field that PostgreSQL could read as a function call. */
export function callByField(written: string, name: string): Objection {
  return new Objection(
    `Not authorized to call function ${name}, as "${written}" would if there is no such column; name the columns in the alias: AS a(b, c)`,
  )
}

/** 403: syntax that is not on the list. */
export function notAdmitted(what: string): Objection {
  return new Objection(`Not authorized to use this part of SQL: ${what}`)
}
