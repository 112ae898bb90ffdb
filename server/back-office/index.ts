/**
 * What the console needs beside the merchant API: sign-ins, gross volume, the export of payments.
 * Reads only, except for sign-ins.
 */
export { exportPayments } from './export-payments.ts';
export { isTimeZone, readGrossVolume } from './read-gross-volume.ts';
export { createSignIns, type SignedIn } from './sign-in.ts';
