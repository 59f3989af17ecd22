import type { Code } from './code.ts'
import { curl } from './curl.ts'
import { javascript } from './javascript.ts'
import { powerQuery } from './powerQuery.ts'
import { powershell } from './powershell.ts'
import { pythonCkanapi } from './pythonCkanapi.ts'
import { pythonRequests } from './pythonRequests.ts'
import { r } from './r.ts'

/** All languages, in the order of the menu. A new one is a file of this folder and a place in this list. */
export const codes = [
  curl,
  pythonRequests,
  pythonCkanapi,
  r,
  javascript,
  powershell,
  powerQuery,
] as const satisfies readonly Code[]
