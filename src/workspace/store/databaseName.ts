/** The database of the workspace, and the channel on which tabs tell each other of changes in it. */
export const WORKSPACE = 'rowan'
