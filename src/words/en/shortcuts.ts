import { catalogue } from '../catalogue.ts'

/** The list of keyboard shortcuts. */
export const shortcutWords = catalogue('shortcuts', {
  title: 'Keyboard shortcuts',
  or: 'or',
  andThen: 'then',
  note: 'Single keys do nothing while you are typing in a text field or in the SQL editor.',
  places: {
    page: 'Anywhere',
    query: 'In a query',
    cell: 'In the grid, on a cell',
    header: 'In the grid, on a column header',
    sql: 'In the SQL editor',
  },
  does: {
    listShortcuts: 'Show this list',
    newConnection: 'New connection',
    runQuery: 'Run the query',
    stopWaiting: 'Stop waiting for the answer',
    searchRecords: 'Search records',
    addFilter: 'Add a filter; in the grid, on the column you are in',
    exportRecords: 'Export',
    removeFilter: 'Remove the filter or sort you are on',
    moveCell: 'Move to another cell',
    moveInRow: 'First or last cell of the row',
    moveToCorner: 'First or last cell of the result',
    moveByScreen: 'One screen of rows up or down',
    openValue: 'Show the whole value',
    openRecord: 'Open the record',
    sort: 'Sort by this column',
    addSort: 'Sort by this column as well',
    resizeColumn: 'Make the column narrower or wider',
    suggest: 'Show suggestions',
    leaveEditor: 'Leave the editor',
  },
})
