import { askNothing } from './askNothing.ts'
import { pageBySql } from './pageBySql.ts'
import { withWholeTimes } from './wholeTimes.ts'

/** What most first views need not ask: it loads when the first of it is wanted. */
export const laterPages = { askNothing, pageBySql, withWholeTimes }
