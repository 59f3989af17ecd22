import { laterModule } from '../../ui/later.tsx'

/**
 * Loads the words for failures that the first view does without. A client throws only after it has settled. What finds
 * errors by itself, in files or fields, imports `laterWords.ts`. Without them an error is named by its code alone.
 */
export const loadFailureWords = laterModule(async () => {
  await import('./laterWords.ts')
})
