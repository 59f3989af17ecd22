import { expect, test } from 'vitest'
import { DEFAULT_PREFIX } from '../../protocol/actions.ts'
import { instanceOf, type Instance } from '../../instances/instance.ts'
import { placeOf } from './placeOf.ts'

function instance(id: string, baseUrl: string, prefix = DEFAULT_PREFIX, origin: Instance['origin'] = 'own'): Instance {
  return { id, title: id, baseUrl, prefix, tokenHeader: 'Authorization', resource: null, origin }
}

test('a view finds the instance that it was made for again', () => {
  const instances = [
    instance('here', 'http://127.0.0.1:4173', DEFAULT_PREFIX, 'settings'),
    instance('a', 'https://data.example', '/api/3/action'),
    instance('b', 'https://data.example'),
    instance('c', 'https://other.example/ckan'),
  ]
  for (const each of instances) {
    expect(instanceOf(placeOf(each, instances), instances)).toEqual({ kind: 'known', instance: each })
  }
})

test('only the first of the host goes without a name: an own one would mean nothing to others', () => {
  const own = instance('a', 'https://data.example')
  expect(placeOf(own, [own])).toEqual({ base: 'https://data.example', prefix: null })
  const settings = instance('here', 'http://127.0.0.1:4173', DEFAULT_PREFIX, 'settings')
  expect(placeOf(settings, [settings, own])).toEqual({ base: null, prefix: null })
})
