/** Checks of a companion's settings, of what surrounds it, and of a page with the element: `tillgate doctor`. */
export { runDoctor } from './run-doctor.ts';
export type { Finding } from './finding.ts';
