/** Money of the issuing area: JSON numbers outside, whole hundredths inside; and its times. */

export const toHundredths = (amount: number): number => Math.round(amount * 100);
export const hundredthsToUnits = (hundredths: number): number => hundredths / 100;

/** Fees of the sandbox: a fixed one for a card in hundredths, half a percent for a recharge. */
export const CARD_FEE = 50;
export const rechargeFee = (hundredths: number): number => Math.round(hundredths * 0.005);

/** A moment with fractional seconds and a numeric offset (interface 2.1). */
export const encodeTimestamp = (ms: number): string => new Date(ms).toISOString().replace('Z', '+00:00');
/** A day, YYYY-MM-DD. */
export const encodeDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
