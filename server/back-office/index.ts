/**
 * What the console reads beside the merchant API: gross volume, the export of lists.
 */
export { exportCsv } from './export-csv.ts';
export { exportPayments } from './export-payments.ts';
export { isTimeZone, readGrossVolume } from './read-gross-volume.ts';
