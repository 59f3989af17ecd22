export function buildPage(folder: string, prepared?: string): Promise<void>
