/**
 * What the console reads beside the merchant API: gross volume, the export of payments.
 */
export { exportPayments } from './export-payments.ts';
export { isTimeZone, readGrossVolume } from './read-gross-volume.ts';
