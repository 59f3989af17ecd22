import { settings } from '../../workspace/settings.ts'

/** Shows the page light if it is dark, dark if it is light, also where the system has decided until now. */
export function turnTheme(): void {
  const theme = settings.theme.get()
  const isDark = theme === 'system' ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  settings.theme.set(isDark ? 'light' : 'dark')
}
