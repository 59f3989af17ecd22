/**
 * The address that a value is: http or https, the whole of it, and nothing in it that can't be seen. Null for any other
 * text, so that no value can run a script or lead to where it doesn't say.
 */
export function linkOf(text: string): string | null {
  if (text.length > LONGEST || !/^https?:\/\/[^\s\p{C}\p{Z}⟨⟩↵⇥]+$/iu.test(text)) return null
  try {
    const url = new URL(text)
    // A name before the host reads as the host itself: https://bank.example@elsewhere.example.
    return url.username === '' && url.password === '' ? url.href : null
  } catch {
    return null
  }
}

const LONGEST = 2_000
