import { settingsFileProblemWords } from '../words/en/settings/settingsFile.ts'
import type { LeftOutEntry, SettingsFileProblem } from './settingsFile.ts'

/** What is wrong with the settings file, as one sentence. */
export function settingsFileWords(problem: SettingsFileProblem): string {
  const words = settingsFileProblemWords
  if (problem.code === 'status') return words.status(problem.status)
  if (problem.code === 'version') return words.version(problem.version)
  if (problem.code === 'leftOut') return words.leftOut(problem.entries.map(entryWords).join('; '))
  return words[problem.code]
}

function entryWords({ place, why }: LeftOutEntry): string {
  const words = settingsFileProblemWords
  return typeof why === 'string' ? words[why](place) : words.member(place, why.member)
}
