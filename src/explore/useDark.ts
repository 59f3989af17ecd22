import { useTheme } from '../state/workspace.ts'
import { useMediaQuery } from '../ui/useMediaQuery.ts'

/** Whether the page is drawn dark, by the user's choice or else by the system's. */
export function useDark(): boolean {
  const theme = useTheme()
  const system = useMediaQuery('(prefers-color-scheme: dark)')
  return theme === 'system' ? system : theme === 'dark'
}
