import type { Handler } from '../../src/protocol/handler.ts'
import {
  refusedSearchOfCkan,
  refusedStatementOfCkan,
  searchAnswerOfCkan,
  sqlAnswerOfCkan,
  type CkanAnswer,
} from './ckanRules.ts'

/** A service that refuses, fails and cuts times as CKAN does; the names of its tables' fields are what they say of them. */
export function asCkan(handler: Handler): { readonly handler: Handler; readonly refused: string[] } {
  const refused: string[] = []
  const refusing = (answer: CkanAnswer, what: string) => {
    refused.push(`${answer.status} ${what}`)
    return answered(answer)
  }
  const fieldsOf = async (request: Request, id: unknown): Promise<readonly string[]> => {
    const url = new URL('datastore_info', request.url)
    url.search = new URLSearchParams({ id: String(id) }).toString()
    const { result }: { result?: { fields: readonly { id: string }[] } } = await (
      await handler(new Request(url))
    ).json()
    return result?.fields.map((field) => field.id) ?? []
  }
  return {
    refused,
    handler: async (request) => {
      const action = new URL(request.url).pathname.split('/').at(-1)
      const params = await paramsOf(request.clone())
      if (action === 'datastore_search') {
        const refusal = refusedSearchOfCkan(params, await fieldsOf(request, params['resource_id']))
        if (refusal !== null) return refusing(refusal, JSON.stringify(params))
        const response = await handler(request)
        return response.ok ? new Response(searchAnswerOfCkan(await response.text()), response) : response
      }
      if (action !== 'datastore_search_sql') return handler(request)
      const sql = String(params['sql'])
      const refusal = refusedStatementOfCkan(sql)
      if (refusal !== null) return refusing(refusal, sql)
      const response = await handler(request)
      if (!response.ok) return response
      const { result } = await response.json()
      const answer = sqlAnswerOfCkan(result)
      return answer.status === 200 ? answered(answer) : refusing(answer, sql)
    },
  }
}

async function paramsOf(request: Request): Promise<Readonly<Record<string, unknown>>> {
  if (request.method === 'GET') return Object.fromEntries(new URL(request.url).searchParams)
  const body = await request.text()
  if (request.headers.get('content-type')?.startsWith('application/json') === true) return JSON.parse(body)
  return Object.fromEntries(new URLSearchParams(body))
}

function answered({ status, body }: CkanAnswer): Response {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
}
