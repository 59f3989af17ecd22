import type { RefObject } from 'react'
import type { Instance } from '../../instances/instance.ts'
import type { View } from '../../workspace/view.ts'
import type { Engine } from '../EngineGate.tsx'
import type { TopBarProps } from '../TopBar.tsx'
import type { FirstVisitState } from './useFirstVisit.ts'

/** What all screens of the page have; `engine` is null in a build without it. */
export interface Shared {
  readonly engine: Engine | null
  readonly instances: readonly Instance[]
  readonly onInstance: (instance: Instance) => void
  readonly onNew: () => void
  /** Opens the dialog of a new connection and tries that address; empty: it waits for one. */
  readonly onConnectTo: (address: string) => void
  readonly onEdit: (instance: Instance) => void
  readonly onAll: () => void
  readonly onRequests: () => void
  readonly onHelp: () => void
  /** What is being typed into the open Instance picker, which outlives the screen that it began on; null: it is closed. */
  readonly picking: string | null
  readonly onPicking: (picking: string | null) => void
  readonly settings: TopBarProps['settings']
  readonly settingsRef: TopBarProps['settingsRef']
  readonly headingRef: RefObject<HTMLHeadingElement | null>
  readonly first: FirstVisitState
}

export interface InstanceScreenProps extends Shared {
  readonly instance: Instance
  readonly view: View
}
