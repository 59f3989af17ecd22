export type Encoding = 'br' | 'gzip'

/** The first of the offered encodings that an Accept-Encoding header accepts. */
export function acceptedEncoding(header: string | null, offered: readonly Encoding[]): Encoding | null {
  if (header === null) return null
  const weights = new Map(
    header.split(',').map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))]
    }),
  )
  const any = weights.get('*') ?? 0
  return offered.find((encoding) => (weights.get(encoding) ?? any) > 0) ?? null
}
