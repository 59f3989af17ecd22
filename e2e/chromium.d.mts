export function chromiumLaunch(more?: readonly string[]): { executablePath?: string; args: string[] }
