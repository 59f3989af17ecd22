import { expect, test } from 'vitest'
import { isDiskFull, isInternalError, isOutOfReach, isRefusedRequest } from './databaseError.ts'
import { SqlError } from './sql.ts'

test('no room for a statement, and no room for a session to begin, are neither refused requests nor internal errors', () => {
  const full = new SqlError({ code: '53100', message: 'could not extend file "base/5/16385": No space left on device' })
  const closed = new SqlError({ code: 'XX000', message: 'could not write init file' })
  expect([isDiskFull(full), isOutOfReach(full)]).toEqual([true, false])
  expect([isDiskFull(closed), isOutOfReach(closed)]).toEqual([false, true])
  for (const error of [full, closed]) expect([isRefusedRequest(error), isInternalError(error)]).toEqual([false, false])
})
