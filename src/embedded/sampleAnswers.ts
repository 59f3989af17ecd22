/**
 * What the page's own PostgreSQL answers to the page's first questions while nothing but the sample is stored, by their
 * addresses; made by the build, which asked it (`sampleSnapshot.ts`).
 */
declare const SAMPLE_ANSWERS: Readonly<Record<string, string>> | null

export const sampleAnswers: Readonly<Record<string, string>> = SAMPLE_ANSWERS ?? {}
