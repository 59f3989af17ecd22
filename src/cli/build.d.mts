export function buildPage(folder: string, sample?: string): Promise<void>
