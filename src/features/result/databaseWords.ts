import { databaseSentences } from '../../words/en/databaseProblems.ts'
import { learnSentences } from './failure.ts'

// With whatever opens the page's own PostgreSQL or tells how that goes, and with the words for what servers refuse.
learnSentences(databaseSentences)
