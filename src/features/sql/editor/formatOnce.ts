import { applyEdits } from '../../../sql/textEdit.ts'
import { createSqlWorker } from '../sqlWorker.ts'

/** A text with its finished statements formatted, for where no editor keeps a worker; the same text if none can be. */
export async function formatOnce(text: string): Promise<string> {
  const worker = createSqlWorker()
  const answer = await worker.ask('format', { text, only: null })
  worker.end()
  return answer && 'edits' in answer ? applyEdits(text, answer.edits) : text
}
