/** Whether a saved card's last month, `MM/YY`, is over; false where it is not known. */
export function isExpired(expiry: string | null, now = new Date()): boolean {
  const [, month = '', year = ''] = /^(\d{2})\/(\d{2})$/.exec(expiry ?? '') ?? [];
  return month !== '' && new Date(2000 + Number(year), Number(month)) <= now;
}
