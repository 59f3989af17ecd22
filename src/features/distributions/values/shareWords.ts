import { distributionWords } from '../../../words/en/distributions/distributions.ts'

/** A share in percent, which says neither none nor all unless that is so: `<1%`, `71%`, `>99%`, `100%`. */
export function shareWords(count: number, of: number): string {
  const percent = of === 0 ? 0 : Math.round((count / of) * 100)
  if (count > 0 && percent === 0) return distributionWords.lessThanOne
  if (count < of && percent === 100) return distributionWords.almostAll
  return distributionWords.share(String(percent))
}
