import { expect, test } from 'vitest'
import { searchDatasets, writableOrganizations } from './datasets.ts'

const { signal } = new AbortController()

function client(answer: object) {
  const asked: (readonly [string, object])[] = []
  const read = (action: string, params: object) => {
    asked.push([action, params])
    return Promise.resolve(JSON.stringify(answer))
  }
  return { read, asked }
}

test('the datasets of the organizations that the token may change are searched, a page at a time', async () => {
  const organizations = client([{ id: 'org-1', title: 'Rivers' }, { id: 'org-2' }])
  expect(await writableOrganizations(organizations, signal)).toEqual(['org-1', 'org-2'])
  expect(organizations.asked).toEqual([['organization_list_for_user', { permission: 'update_dataset' }]])
  const results = [
    { name: 'gauges', title: null, organization: { title: 'Rivers' } },
    { name: 'b', title: 'B' },
  ]
  const datasets = client({ count: 41, results })
  expect(await searchDatasets(datasets, ['org-1', 'org-2'], 'weir & lock', 20, signal)).toEqual({
    count: 41,
    datasets: [
      { name: 'gauges', title: 'gauges', organization: 'Rivers' },
      { name: 'b', title: 'B', organization: '' },
    ],
  })
  expect(datasets.asked).toEqual([
    [
      'package_search',
      {
        q: '(weir OR weir*) (lock OR lock*)',
        fq: 'owner_org:("org-1" OR "org-2")',
        include_private: true,
        rows: 20,
        start: 20,
        sort: 'title_string asc',
      },
    ],
  ])
})

test('without a right in any organization nothing is searched', async () => {
  const none = client({})
  expect(await searchDatasets(none, [], '', 0, signal)).toEqual({ datasets: [], count: 0 })
  expect(none.asked).toEqual([])
})
