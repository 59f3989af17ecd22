export function chromiumLaunch(): { executablePath?: string; args: string[] }
