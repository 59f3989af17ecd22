export type Theme = 'system' | 'light' | 'dark'

/** Sets `data-theme` on the page's root, or takes it away if the system decides. */
export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  if (theme === 'system') root.removeAttribute('data-theme')
  else root.setAttribute('data-theme', theme)
}
