import { catalogue } from '../../catalogue.ts'

const taken = 'but a table is made from CSV or other separated text (.csv, .tsv, .txt).'

/** What is said of a file that is dragged over the page, or dropped where no table may be made of it. */
export const droppedFileWords = catalogue('droppedFile', {
  drop: 'Drop the file to make a table from it.',
  title: 'A table from this file',
  tokenNeeded: (file: string, instance: string) => [
    { bold: file },
    ` can't become a table on ${instance} yet: that needs an API token with write access in its connection.`,
  ],
  mayNot: (file: string, instance: string) => [
    { bold: file },
    ` can't become a table on ${instance}: the token may not write there.`,
  ],
  hereInstead: 'It can become a table in This browser, which stores it on this device and sends it nowhere.',
  openHere: 'Open it in This browser',
  cancel: 'Cancel',
  notTaken: {
    workbook: (file: string) => `${file} is a spreadsheet, ${taken} Save the sheet as CSV first.`,
    json: (file: string) => `${file} is JSON, ${taken} Convert it to CSV first.`,
    parquet: (file: string) => `${file} is a binary file of columns, ${taken} Convert it to CSV first.`,
    image: (file: string) => `${file} is an image, ${taken}`,
    document: (file: string) => `${file} is a document, ${taken}`,
    archive: (file: string) => `${file} is an archive, ${taken} Unpack it first.`,
    database: (file: string) => `${file} is a database, ${taken} Save its table as CSV first.`,
  },
})
