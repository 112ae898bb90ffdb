/**
 * Reads an amount as people type it, with points or commas between thousands and before hundredths.
 * @returns a decimal with two places, such as `2500.00`; undefined where it is none above zero
 */
export function parseIncome(text: string): string | undefined {
  const typed = text.normalize('NFKC').replace(/[\s\u00a0'’]/g, '');
  const match = /^(\d[\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(typed);
  if (match === null) return undefined;
  const [, whole = '', hundredths = ''] = match;
  if (!/^(\d+|\d{1,3}([.,]\d{3})+)$/.test(whole)) return undefined;
  const units = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  const amount = `${units}.${hundredths.padEnd(2, '0')}`;
  return units.length > 12 || /^[0.]+$/.test(amount) ? undefined : amount;
}
