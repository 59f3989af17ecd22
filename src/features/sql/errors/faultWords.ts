import { faultSentences } from '../../../words/en/statement/faults.ts'
import { learnSentences } from '../../result/failure.ts'

// With the SQL view, which alone knows of statements what these say.
learnSentences(faultSentences)
