import './databaseWords.ts'
import { answerSentences } from '../../words/en/answerProblems.ts'
import { refusalSentences } from '../../words/en/refusals.ts'
import { learnSentences, learnToRead } from './failure.ts'
import { readRefusal } from './readRefusal.ts'

// In one chunk that is loaded after the first rows, or with the first part of the page that needs it.
learnSentences({ ...answerSentences, ...refusalSentences })
learnToRead(readRefusal)
