// Parts of the screen that the first rows do not need, and that it can do without.
import { laterComponent, optionalComponent } from '../ui/later.tsx'

/** The ways to begin, on a first visit. */
export const FirstVisit = laterComponent(() =>
  import('../features/connect/FirstVisit.tsx').then((module) => module.FirstVisit),
)

/** The dialog and the panel of copies. */
export const CopyScreens = optionalComponent(() =>
  import('../features/copy/CopyScreens.tsx').then((module) => module.CopyScreens),
)

/** The tabs of the page: drawn at once when another instance's screen takes the place of one. */
export const SheetTabs = laterComponent(() =>
  import('../features/sheets/SheetTabs.tsx').then((module) => module.SheetTabs),
)

/** The copies of a table, as lines of the rail. */
export const TableCopies = optionalComponent(() =>
  import('../features/copy/TableCopies.tsx').then((module) => module.TableCopies),
)

/** How many records a table has, in the rail. */
export const RowCount = optionalComponent(() =>
  import('../features/tables/RowCount.tsx').then((module) => module.RowCount),
)

/** The same of the table that is open. */
export const CurrentCount = optionalComponent(() =>
  import('../features/tables/CurrentCount.tsx').then((module) => module.CurrentCount),
)

/** Says that the network or the server is gone, and when it is back. */
export const NetworkNote = optionalComponent(() => import('./NetworkNote.tsx').then((module) => module.NetworkNote))

/** Opens what is known of the table. */
export const AboutButton = optionalComponent(() =>
  import('../features/tables/about/AboutButton.tsx').then((module) => module.AboutButton),
)

/** Kept and recent queries of a table, as lines of the rail. */
export const QueryLines = optionalComponent(() =>
  import('../features/kept/QueryLines.tsx').then((module) => module.QueryLines),
)

/** Reads the titles of a portal's tables. */
export const CatalogueReader = optionalComponent(() =>
  import('../features/tables/portal/CatalogueReader.tsx').then((module) => module.CatalogueReader),
)
