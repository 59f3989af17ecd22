// Runs before the page is drawn: sets the theme that the workspace (src/state/workspace.ts) keeps on this device.
try {
  const { theme } = JSON.parse(localStorage.getItem('rowan.workspace') ?? '{}').state ?? {}
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Nothing is kept, or it is damaged: the system decides.
}
