import csv from './bird_strikes.csv?raw'
import { CsvParser } from '../../formats/csv/csvParser.ts'
import type { SampleTable } from './sampleTable.ts'

/** The 10,000 reported bird strikes, with types. README.md beside this file names the source. */
export function birdStrikes(): SampleTable {
  const parser = new CsvParser(',')
  const [header, ...rows] = [...parser.push(csv), ...parser.end()].map(({ cells }) => cells)
  if (header?.join() !== COLUMNS.map((column) => column.from).join()) throw new Error('bird_strikes.csv: other columns')
  return {
    resourceId: '0b1d5712-1c05-4a57-9d2e-6f1a3c8e5b01',
    alias: 'bird_strikes',
    fields: COLUMNS.map(({ id, type, from, notes }) => ({
      id,
      type,
      info: { label: from, ...(notes === undefined ? {} : { notes }) },
    })),
    primaryKey: [],
    indexes: ['flight_date', 'origin_state'],
    records: rows.map((row) =>
      JSON.stringify(
        Object.fromEntries(
          // An empty cell is empty text, or null if the column holds no text.
          COLUMNS.map(({ id, type }, place) => [id, row[place] ?? (type === 'text' ? '' : null)]),
        ),
      ),
    ),
  }
}

const COLUMNS: readonly { from: string; id: string; type: string; notes?: string }[] = [
  { from: 'Airport Name', id: 'airport', type: 'text' },
  { from: 'Aircraft Make Model', id: 'aircraft', type: 'text' },
  {
    from: 'Effect Amount of damage',
    id: 'damage',
    type: 'text',
    notes: 'None, Minor, Medium or Substantial, as reported. The letters B and C are codes of the source.',
  },
  { from: 'Flight Date', id: 'flight_date', type: 'date', notes: 'Day of the strike.' },
  {
    from: 'Aircraft Airline Operator',
    id: 'operator',
    type: 'text',
    notes: 'Airline, or BUSINESS, MILITARY, PRIVATELY OWNED and the like. The asterisk is of the source.',
  },
  { from: 'Origin State', id: 'origin_state', type: 'text' },
  { from: 'Phase of flight', id: 'flight_phase', type: 'text' },
  { from: 'Wildlife Size', id: 'wildlife_size', type: 'text', notes: 'Small, Medium or Large.' },
  { from: 'Wildlife Species', id: 'wildlife_species', type: 'text' },
  { from: 'Time of day', id: 'time_of_day', type: 'text', notes: 'Dawn, Day, Dusk or Night.' },
  { from: 'Cost Other', id: 'cost_other', type: 'int', notes: 'US dollars.' },
  { from: 'Cost Repair', id: 'cost_repair', type: 'int', notes: 'US dollars.' },
  { from: 'Cost Total $', id: 'cost_total', type: 'int', notes: 'US dollars, repair and other costs together.' },
  {
    from: 'Speed IAS in knots',
    id: 'speed_knots',
    type: 'int',
    notes: 'Indicated airspeed in knots. Null where it was not reported.',
  },
]
