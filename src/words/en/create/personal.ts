import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

/** Said of columns of a file that may hold personal data, before anything is sent. */
export const personalWords = catalogue('personal', {
  title: 'Possible personal data',
  holds: {
    mail: (count: number) => plural(count, { one: 'a mail address', other: `${countWords(count)} mail addresses` }),
    phone: (count: number) => plural(count, { one: 'a phone number', other: `${countWords(count)} phone numbers` }),
    iban: (count: number) =>
      plural(count, { one: 'a bank account (IBAN)', other: `${countWords(count)} bank accounts (IBAN)` }),
    card: (count: number) => `${countWords(count)} payment card numbers`,
    spanishId: (count: number) => `${countWords(count)} Spanish identity numbers (DNI, NIE)`,
    frenchNir: (count: number) => `${countWords(count)} French social security numbers (NIR)`,
    germanTaxId: (count: number) => `${countWords(count)} German tax numbers (Steuer-ID)`,
    nhsNumber: (count: number) => `${countWords(count)} NHS numbers`,
    coordinates: (count: number) =>
      plural(count, { one: 'a place to about a metre', other: `${countWords(count)} places to about a metre` }),
  },
  found: {
    lines: (column: string, what: string, count: number, line: number) => [
      { bold: column },
      ` seems to hold ${what}, ${count > 1 ? 'the first ' : ''}in line ${countWords(line)}.`,
    ],
    rows: (column: string, what: string, count: number, row: number) => [
      { bold: column },
      ` seems to hold ${what}, ${count > 1 ? 'the first ' : ''}in row ${countWords(row)}.`,
    ],
    records: (column: string, what: string, count: number, record: number) => [
      { bold: column },
      ` seems to hold ${what}, ${count > 1 ? 'the first ' : ''}in record ${countWords(record)}.`,
    ],
  },
  check: 'Make sure that you may publish this. The page has only looked, on this device; nothing was sent.',
})
