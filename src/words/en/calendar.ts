import { catalogue } from '../catalogue.ts'

/** Names of the parts of dates that come again, by the numbers that SQL has for them. */
export const calendarWords = catalogue('calendar', {
  weekdays: {
    1: 'Monday',
    2: 'Tuesday',
    3: 'Wednesday',
    4: 'Thursday',
    5: 'Friday',
    6: 'Saturday',
    7: 'Sunday',
  },
  months: {
    1: 'January',
    2: 'February',
    3: 'March',
    4: 'April',
    5: 'May',
    6: 'June',
    7: 'July',
    8: 'August',
    9: 'September',
    10: 'October',
    11: 'November',
    12: 'December',
  },
  hour: (hour: string) => `${hour}:00`,
})
