import type { JsonText } from '../../protocol/jsonText.ts'
import { FIELD_PROGRAMMES_ID } from '../../protocol/sampleTables.ts'
import {
  SPECIALS,
  SUBJECTS,
  STAGES,
  OFFICES,
  RIVERS,
  WORKS,
  SUFFIXES,
  LEADS,
  ZONES,
  INTERVALS,
  ODD_CODES,
  SENTENCES,
} from './programmeValues.ts'
import type { SampleTable } from './sampleTable.ts'

const FIELD_PROGRAMMES_ROWS = 3000

/**
 * Field programmes of a river agency that doesn't exist: generated, and the same at each call. The columns have every type
 * an explorer meets; the values are awkward ones (all digits, nulls next to empty texts, every script, markup).
 */
export function fieldProgrammes(): SampleTable {
  const random = mulberry32(20_261_120)
  const records = Array.from({ length: FIELD_PROGRAMMES_ROWS }, (_, place) => programme(place, random))
  return {
    resourceId: FIELD_PROGRAMMES_ID,
    alias: 'field_programmes',
    fields: FIELDS.map(([id, type, label, notes]) => ({ id, type, info: { label, notes: `${notes} ${MADE}` } })),
    primaryKey: ['code'],
    indexes: ['subject', 'stage'],
    records: records.map(objectText),
  }
}

const MADE = 'Made-up sample data.'

const FIELDS = [
  ['code', 'text', 'Code', 'Unique; the key of the table.'],
  ['title', 'text', 'Title', 'What the programme is called.'],
  [
    'subject',
    'text',
    'Subject',
    'What is worked on: watershed, survey, sampling, restoration, fisheries, flood, and so on.',
  ],
  ['stage', 'text', 'Stage', 'draft, planned, active, paused or closed.'],
  ['area_km2', 'numeric', 'Area', 'Area covered in km², land and inland water; two decimals are always given.'],
  ['started_on', 'date', 'Started on', 'First day in the field.'],
  ['depth_m', 'numeric(7,1)', 'Depth', 'Greatest depth worked at, in metres.'],
  ['office', 'text', 'Office', 'The office that runs it.'],
  ['lead', 'text', 'Lead', 'Who leads it, in their own spelling. Empty: nobody is named; null: not known.'],
  ['budget_eur', 'numeric', 'Budget', 'Whole budget in euro; some have more digits than a double holds.'],
  ['stations', 'int4', 'Stations', 'Number of stations.'],
  ['priority', 'int2', 'Priority', '1 (first) to 5.'],
  ['sensor_serial', 'int8', 'Sensor serial', 'Serial number of the main sensor; most are beyond 2 to the power of 53.'],
  [
    'mean_flow',
    'float8',
    'Mean flow',
    'Mean flow in m³/s. NaN: the gauge failed; Infinity: off the scale; -0: the tide turned it.',
  ],
  ['turbidity', 'float4', 'Turbidity', 'Median turbidity in NTU.'],
  ['is_public', 'bool', 'Public', 'Whether the results are open.'],
  ['daily_at', 'time', 'Daily at', 'Time of the daily reading, local.'],
  ['surveyed_at', 'timestamp', 'Surveyed at', 'Last reading by the logger clock, with microseconds.'],
  ['updated_at', 'timestamptz', 'Updated at', 'When the entry was last changed.'],
  ['visit_every', 'interval', 'Visit every', 'Time between two visits.'],
  ['station_codes', 'text[]', 'Station codes', 'Codes of the stations, in the order of the river.'],
  ['depth_steps', 'int[]', 'Depth steps', 'Depths of the probes, in centimetres.'],
  ['extent', 'json', 'Extent', 'Box and centre as JSON, members in the order of the source.'],
  ['settings', 'jsonb', 'Settings', 'Settings of the logger.'],
  ['programme_uuid', 'uuid', 'UUID', 'Identifier in other systems.'],
  ['legacy_id', 'varchar(8)', 'Legacy id', 'Number in the old register; leading zeros belong to it.'],
  ['source_ref', 'text', 'Source', 'Shelf mark. Empty: looked for and not there; null: not looked for.'],
  ['notes', 'text', 'Notes', 'Free text; from nothing to many pages.'],
] as const

type FieldName = (typeof FIELDS)[number][0]

function programme(place: number, random: () => number): Record<FieldName, JsonText> {
  const pick = <T>(from: readonly [T, ...T[]]): T => from[Math.floor(random() * from.length)] ?? from[0]
  const weighted = (from: readonly (readonly [string, number])[]): string => {
    let left = random() * from.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of from) if ((left -= weight) < 0) return value
    return from[0]?.[0] ?? ''
  }
  const whole = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1))
  const digits = (count: number): string => Array.from({ length: count }, () => whole(0, 9)).join('')
  const orNull = (share: number, make: () => JsonText): JsonText => (random() < share ? 'null' : make())
  const year = whole(2009, 2026)
  const date = (): string => `${year}-${two(whole(1, 12))}-${two(whole(1, 28))}`
  const clock = (): string => `${two(whole(0, 23))}:${two(whole(0, 59))}:${two(whole(0, 59))}`
  const subject = weighted(SUBJECTS)
  const river = pick(RIVERS)
  const special = SPECIALS[(place - 57) / 61]

  return {
    code: text(`NR-${two(year % 100)}-${String(place + 1).padStart(4, '0')}`),
    title: text(
      special?.title ?? `${pick(WORKS[subject] ?? ['Work'])}, ${river}${random() < 0.2 ? pick(SUFFIXES) : ''}`,
    ),
    subject: text(subject),
    stage: text(weighted(STAGES)),
    area_km2: orNull(0.02, () => text((Math.exp(random() * 9.5) / 2.5).toFixed(2))),
    started_on: orNull(0.03, () => text(date())),
    depth_m: orNull(0.12, () => text((random() ** 3 * 120).toFixed(1))),
    office: orNull(0.01, () => text(weighted(OFFICES))),
    lead: special?.lead === undefined ? orNull(0.06, () => text(pick(LEADS))) : text(special.lead),
    budget_eur: orNull(0.19, () =>
      text(random() < 0.02 ? `${whole(1, 9)}${digits(19)}.${digits(6)}` : `${whole(2, 4000)}${digits(2)}.${digits(2)}`),
    ),
    stations: String(whole(0, 60)),
    priority: String(whole(1, 5)),
    sensor_serial: orNull(0.08, () =>
      place === 0 ? '9223372036854775807' : `9007199${whole(200_000_000, 999_999_999)}`,
    ),
    mean_flow: orNull(0.1, () => flow(random)),
    turbidity: orNull(0.15, () => (random() * 400).toPrecision(4)),
    is_public: orNull(0.04, () => String(random() < 0.7)),
    daily_at: orNull(0.05, () => text(clock())),
    surveyed_at: orNull(0.09, () => text(`${date()}T${clock()}.${digits(6)}`)),
    updated_at: text(
      `${whole(year, 2026)}-${two(whole(1, 12))}-${two(whole(1, 28))}T${clock()}.${digits(3)}${pick(ZONES)}`,
    ),
    visit_every: orNull(0.2, () => text(pick(INTERVALS))),
    station_codes: orNull(0.24, () =>
      JSON.stringify(
        Array.from({ length: whole(0, 6) }, () =>
          random() < 0.03 ? pick(ODD_CODES) : `${river.slice(0, 2).toUpperCase()}${digits(2)}`,
        ),
      ),
    ),
    depth_steps: orNull(0.3, () =>
      JSON.stringify(Array.from({ length: whole(0, 5) }, (_, step) => step * whole(10, 250))),
    ),
    extent: orNull(0.38, () => extent(random)),
    // JSON text: CKAN takes objects only for columns of its own type json.
    settings: orNull(0.3, () =>
      text(JSON.stringify({ every_s: whole(1, 40) * 15, mode: pick(['burst', 'mean', 'raw']), alarm: random() < 0.1 })),
    ),
    programme_uuid: orNull(0.1, () => text(uuid(random))),
    legacy_id: orNull(0.4, () => text(String(whole(1, 999_999)).padStart(8, '0'))),
    source_ref: orNull(0.3, () => text(random() < 0.3 ? '' : `Box ${whole(1, 400)}/${pick(['a', 'b', 'c'])}`)),
    notes: special?.notes === undefined ? orNull(0.57, () => text(notes(random, pick))) : text(special.notes),
  }
}

/** A float8. NaN and the infinities go in as strings: JSON has no numbers for them. */
function flow(random: () => number): JsonText {
  const dice = random()
  if (dice < 0.01) return '"NaN"'
  if (dice < 0.015) return '"Infinity"'
  if (dice < 0.02) return '"-Infinity"'
  if (dice < 0.03) return '"-0"'
  if (dice < 0.04) return '1e-300'
  return String(random() ** 4 * 900)
}

function extent(random: () => number): JsonText {
  const west = (-7 + random() * 6).toFixed(4)
  const south = (55 + random() * 4).toFixed(4)
  // Not JSON.stringify: the members keep their order and the numbers their trailing zeros.
  return `{"type":"box","west":${west},"south":${south},"size":[${(random() * 2).toFixed(2)},1.50],"centre":{"lat":${south},"lon":${west}}}`
}

function uuid(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

function notes(random: () => number, pick: <T>(from: readonly [T, ...T[]]) => T): string {
  const sentences = Array.from({ length: 1 + Math.floor(random() ** 3 * 12) }, () => pick(SENTENCES))
  return sentences.join(random() < 0.1 ? '\n' : ' ')
}

function text(value: string): JsonText {
  return JSON.stringify(value)
}

function objectText(record: Record<FieldName, JsonText>): JsonText {
  return `{${FIELDS.map(([id]) => `"${id}":${record[id]}`).join(',')}}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** A small seeded generator (Tommy Ettinger's mulberry32): numbers in [0, 1), the same on every machine. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
