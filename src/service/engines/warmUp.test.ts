import { expect, it } from 'vitest'
import { openPglite } from '../../../e2e/support/testDatabases.ts'
import { createService } from '../service.ts'
import { warmUp } from './warmUp.ts'

it('is answered in full on a database without a table, and where reading needs a token', async () => {
  const opened = await openPglite()
  const service = await createService(opened.database, {
    access: (token) => ({
      read: token === 'mine',
      write: token === 'mine',
      token: token === 'mine' ? 'write' : 'none',
    }),
    sql: 'token',
  })
  const answers: number[] = []
  await warmUp(async (request) => {
    const answer = await service(request)
    answers.push(answer.status)
    return answer
  }, 'mine')
  await opened.drop()
  expect(answers).toEqual([200, 200])
})
