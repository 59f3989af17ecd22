/** Statements that were run by hand, or made from the form, on this page: they may run with the token of who is here. */
const own = new Set<string>()

/** Notes that this statement for that instance is the user's own. */
export function noteOwnStatement(instanceId: string, sql: string): void {
  own.add(keyOf(instanceId, sql))
}

/** Whether this page has seen the statement run by hand, or made it itself. */
export function isOwnStatement(instanceId: string, sql: string): boolean {
  return own.has(keyOf(instanceId, sql))
}

function keyOf(instanceId: string, sql: string): string {
  return `${instanceId} ${sql}`
}
