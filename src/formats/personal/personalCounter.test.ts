import { describe, expect, test } from 'vitest'
import { PersonalCounter } from './personalCounter.ts'

function kindOf(name: string, values: readonly string[]) {
  const counter = new PersonalCounter(name)
  for (const [at, value] of values.entries()) counter.add(value, at + 2)
  return counter.result()
}

/** Numbers of a fixed series, so that each run tests the same. */
function series(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const PERSONAL: readonly (readonly [kind: string, name: string, values: readonly string[]])[] = [
  ['mail', 'contact', ['anna@example.org', 'b.c+d@mail.example.co.uk']],
  ['mail', 'remark', ['nothing', '', 'ask <j.doe@example.org> before', 'x'.repeat(300)]],
  ['mail', 'E-Mail', ['jürgen@example.de', 'info@müller.example']],
  ['phone', 'contact', ['+49 30 1234567', '+34 612 345 678', '+33 6 12 34 56 78']],
  ['phone', 'Telefon', ['030 1234567', '089/9876543', '0171 2345678']],
  ['phone', 'x', ['0171 2345678', '0151-23456789']],
  ['phone', 'phoneNumber', ['6123456789', '6234567890']],
  ['phone', 'mobile', ['(555) 123-4567', '(555) 987-6543']],
  ['iban', 'account', ['DE89 3704 0044 0532 0130 00', 'ES9121000418450200051332', 'GB29NWBK60161331926819']],
  ['iban', 'x', ['', 'cash', 'FR1420041010050500013M02606']],
  ['card', 'paid with', ['4111 1111 1111 1111', '5555555555554444', '378282246310005', '6011-1111-1111-1117']],
  ['spanishId', 'dni', ['12345678Z', 'X1234567L', '00000000T']],
  ['frenchNir', 'secu', ['2 55 08 14 168 025 38', '180126955222380']],
  ['germanTaxId', 'steuer', ['86095742719', '47036892816', '65929970489', '57549285017', '25768131411']],
  ['nhsNumber', 'patient', ['943 476 5919', '4505577104', '9434765870', '401 023 2137', '987 654 3210']],
  ['coordinates', 'lat', ['52.520008', '48.137154']],
  ['coordinates', 'geo', ['52.520008, 13.404954', '48.137154, 11.576124']],
  ['coordinates', 'wkt', ['POINT (13.404954 52.520008)']],
]

describe('a column is named that holds', () => {
  test.each(PERSONAL)('%s: %s %j', (kind, name, values) => {
    expect(kindOf(name, values)?.kind).toBe(kind)
  })

  test('mail addresses among other words, with how many and where the first is', () => {
    expect(kindOf('remark', ['a', 'b@example.org', 'c', 'd@example.org'])).toEqual({ kind: 'mail', count: 2, line: 3 })
  })
})

const next = series(7)
const digits = (count: number) => Array.from({ length: count }, () => String(next(10))).join('')
const many = (make: (at: number) => string) => Array.from({ length: 200 }, (_, at) => make(at))
const two = (number: number) => String(number).padStart(2, '0')

/** What portals are full of, and is nobody's. */
const CLEAN: readonly (readonly [name: string, values: readonly string[]])[] = [
  ...[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map(
    (count) => [`${count} random digits`, many(() => digits(count))] as const,
  ),
  ['year', many((at) => String(1900 + (at % 120)))],
  ['date', many((at) => `2024-${two(1 + (at % 12))}-${two(1 + (at % 28))}`)],
  ['day', many((at) => `${two(1 + (at % 28))}/${two(1 + (at % 12))}/2024`)],
  ['day of a year', many((at) => `${two(1 + (at % 28))}.${two(1 + (at % 12))}.2024`)],
  ['time', many((at) => `2024-01-01T${two(at % 24)}:00:00Z`)],
  ['time of day', many((at) => `${two(at % 24)}:${two(at % 60)}:00`)],
  ['school year', many((at) => `${2000 + at}-${2001 + at}`)],
  ['period', many((at) => `${2000 + at}/${two(at % 12)}`)],
  ['amount', many(() => `${digits(4)}.${digits(2)}`)],
  ['amount, with thousands', many(() => `${1 + next(9)},${digits(3)},${digits(3)}.00`)],
  ['share', many(() => `0.${digits(9)}`)],
  ['level', many(() => `-${digits(2)}.${digits(6)}`)],
  ['uuid', many(() => `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`)],
  ['hash', many(() => `a${digits(20)}f${digits(18)}`)],
  ['link', many((at) => `https://example.org/data/${at}?user=a`)],
  ['handle', many((at) => `@gauge${at}`)],
  ['price', many((at) => `${at} @ 3.50`)],
  ['ip address', many(() => `10.${next(255)}.${next(255)}.${next(255)}`)],
  ['version', many(() => `${digits(1)}.${digits(2)}.${digits(3)}`)],
  ['postcode', many(() => `0${digits(4)}`)],
  ['code with a letter', many(() => `${digits(8)}${String.fromCharCode(65 + next(26))}`)],
  ['letters and digits', many(() => `AB${digits(18)}`)],
  ['like an account', many(() => `DE${digits(20)}`).filter((_, at) => at < 20)],
  ['isbn', ['0306406152', '0471958697', '0140449132', '0553213695', '0451524934', '0316769487']],
  ['ean', many(() => `40${digits(11)}`)],
  ['siret', many(() => `${digits(9)}000${digits(2)}`)],
  ['imei', many(() => `35${digits(13)}`)],
  ['parcel', many(() => `0${digits(1)}-${digits(4)}/${digits(3)}`)],
  ['statistical code', many(() => `09 1 ${digits(2)} ${digits(3)}`).map((code) => code.slice(0, 7))],
  ['lat, a city', many(() => `52.${digits(2)}`)],
  ['latency', many(() => `0.${digits(6)}`)],
  ['long name', many((at) => `River gauge number ${at}`)],
  ['name of a place', many((at) => `Glen ${at}`)],
  ['flag', many((at) => String(at % 2 === 0))],
  ['json', many((at) => `{"a": ${at}}`)],
  ['telemetry id', many(() => digits(8))],
  ['sample', many((at) => `NR-${two(at % 30)}-${digits(4)}`)],
  ['chemical', many(() => `${digits(4)}-${digits(2)}-${digits(1)}`)],
]

test('of columns that hold nothing personal, at most one in fifty is named', () => {
  const named = CLEAN.flatMap(([name, values]) => {
    const found = kindOf(name, values)
    return found === null ? [] : [`${name}: ${found.kind}`]
  })
  expect(CLEAN.length).toBeGreaterThanOrEqual(50)
  expect(named.length, named.join(', ')).toBeLessThanOrEqual(Math.floor(CLEAN.length / 50))
})
