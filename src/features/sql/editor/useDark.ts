import { settings, useSetting } from '../../../workspace/settings.ts'
import { useMediaQuery } from '../../../ui/browser/useMediaQuery.ts'

/** Whether the page is drawn dark, by the user's choice or else by the system's. */
export function useDark(): boolean {
  const theme = useSetting(settings.theme)
  const system = useMediaQuery('(prefers-color-scheme: dark)')
  return theme === 'system' ? system : theme === 'dark'
}
