import type { Answer, Fault } from './faultProxy.ts'

/** How CKAN up to 2.11 answers where it differs from what it is asked for. */

/** `LIMIT` comes before `DISTINCT`: of the first so many records, the different ones. The total is right. */
export const cutsBeforeDistinct: Fault = async ({ asked, pass, send }) => {
  const { distinct, ...params } = asked.params
  if (distinct === undefined) return send(await pass())
  const { total } = resultOf(await pass({ params: { ...asked.params, limit: 0 } }))
  const answer = await pass({ params })
  const { records, ...rest } = resultOf(answer)
  const different = [...new Set(records.map((record) => JSON.stringify(record)))].map((text): object =>
    JSON.parse(text),
  )
  send(answered(answer, { ...rest, records: different, total }))
}

/** A column `j` takes the place of the records. The table's column of that name is played by another one. */
export const columnJ =
  (playedBy: string): Fault =>
  async ({ asked, pass, send }) => {
    const { fields } = asked.params
    const wanted = fields === undefined ? null : [fields].flat().map(String)
    const answer = await pass({
      params:
        wanted === null
          ? asked.params
          : { ...asked.params, fields: wanted.map((name) => (name === 'j' ? playedBy : name)) },
    })
    const { records, fields: told, ...rest } = resultOf(answer)
    const named = told.map((field) => (field.id === playedBy ? { ...field, id: 'j' } : field))
    const hasJ = wanted === null || wanted.includes('j')
    send(
      answered(answer, { ...rest, fields: named, records: hasJ ? records.map((record) => record[playedBy]) : records }),
    )
  }

/** Names no fields, so that the rank of a search looks like a column. */
export const namesNoFields: Fault = async ({ pass, send }) => {
  const answer = await pass()
  const { fields: _, ...rest } = resultOf(answer)
  send(answered(answer, rest))
}

interface Result {
  readonly records: readonly Readonly<Record<string, unknown>>[]
  readonly fields: readonly { readonly id: string; readonly type: string; readonly info?: object }[]
  readonly total?: number
}

/** Names some columns in its data dictionary. */
export const labelled =
  (labels: Readonly<Record<string, string>>): Fault =>
  async ({ pass, send }) => {
    const answer = await pass()
    const { fields, ...rest } = resultOf(answer)
    const named = fields.map((field) => {
      const label = labels[field.id]
      return label === undefined ? field : { ...field, info: { label } }
    })
    send(answered(answer, { ...rest, fields: named }))
  }

function resultOf({ body }: Answer): Result {
  const { result }: { result: Result } = JSON.parse(body)
  return result
}

function answered(answer: Answer, result: object): Answer {
  return { ...answer, body: JSON.stringify({ success: true, result }) }
}
