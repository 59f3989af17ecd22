import { expect, test, vi } from 'vitest'
import { serverSettings } from './serverSettings.ts'
import { serviceOptions, serviceSettings } from './serviceOptions.ts'
import { SqlError } from './sql/sql.ts'

test('the log has the status of the answer; of an unreachable database one line, of another failure all', () => {
  const { onFailure } = serviceOptions(serviceSettings(serverSettings({}, '/')))
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    const request = new Request('http://service.test/api/3/action/datastore_search?q=private')
    onFailure(request, new SqlError({ code: '53300', message: 'connect ECONNREFUSED' }), 503)
    const bug = new Error('a bug')
    onFailure(request, bug, 500)
    const line = (status: number) =>
      expect.stringMatching(RegExp(`^\\S+Z ${status} GET /api/3/action/datastore_search:$`))
    expect(written.mock.calls).toEqual([
      [line(503), 'connect ECONNREFUSED'],
      [line(500), bug],
    ])
  } finally {
    written.mockRestore()
  }
})
