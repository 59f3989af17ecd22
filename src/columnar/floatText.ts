/** A float as PostgreSQL writes it: the fewest digits that are read as the same number. */
export function floatText(value: number, isSingle: boolean): string {
  if (!Number.isFinite(value)) return String(value)
  if (value === 0) return '0'
  const [mantissa = '', power = '0'] = (isSingle ? shortestSingle(value) : value.toExponential()).split('e')
  const exponent = Number(power)
  if (exponent < -4 || exponent >= (isSingle ? 6 : 15))
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
  const sign = mantissa.startsWith('-') ? '-' : ''
  const digits = mantissa.replace(/[-.]/g, '')
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  const fraction = digits.slice(exponent + 1)
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

function shortestSingle(value: number): string {
  for (let digits = 0; digits < 8; digits += 1) {
    const text = value.toExponential(digits)
    if (Math.fround(Number(text)) === value) return text
  }
  return value.toExponential(8)
}
