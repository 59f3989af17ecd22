import { InstancePicker, type InstancePickerProps } from '../../features/connect/InstancePicker.tsx'
import { ResourcePicker } from '../../features/tables/ResourcePicker.tsx'
import { appWords } from '../../words/en/app.ts'
import { SheetTabs } from '../laterParts.ts'
import { ShareButton } from '../share/ShareButton.tsx'
import { Slash, TopBar, WhereButton } from '../TopBar.tsx'
import type { InstanceScreenProps } from './screenProps.ts'
import type { Screen } from './useScreen.ts'

export interface ScreenBarProps {
  readonly of: InstanceScreenProps
  readonly screen: Screen
  readonly picker: InstancePickerProps
  readonly onJump: () => void
}

/** The line at the top of an instance's screen. */
export function ScreenBar({ of, screen, picker, onJump }: ScreenBarProps) {
  const { instance, instances, view } = of
  const { shown, floats, isOpen, setOpen } = screen
  return (
    <TopBar
      settings={of.settings}
      settingsRef={of.settingsRef}
      heading={appWords.heading(instance.title)}
      headingRef={of.headingRef}
      tabs={screen.times.areTabsDue ? <SheetTabs {...{ instances, instance, view }} table={shown.noted} /> : null}
      onJump={onJump}
      share={screen.isPhone ? <ShareButton sharing={screen.sharing} /> : undefined}
      onConnect={of.onNew}
      onHelp={of.onHelp}
      rail={floats ? { open: isOpen, onToggle: () => setOpen(!isOpen) } : undefined}
    >
      {screen.isPhone ? (
        <WhereButton instance={instance} table={shown.table} onOpen={() => setOpen(true)} />
      ) : (
        <>
          <InstancePicker {...picker} />
          <Slash />
          <ResourcePicker {...screen.tableProps} />
        </>
      )}
    </TopBar>
  )
}
