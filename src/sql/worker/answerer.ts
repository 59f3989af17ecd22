import type { HeldCatalogue } from './heldCatalogue.ts'
import type { AnswerOf, AskedOf, Kind } from './messages.ts'

/** Answers one kind of question from what is known of the instance. */
export type Answerer<K extends Kind> = (asked: AskedOf<K>, held: HeldCatalogue) => AnswerOf<K> | Promise<AnswerOf<K>>
