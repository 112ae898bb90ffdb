/**
 * Background jobs: reconciliation, delivery of webhook events, deletion of old records. Each job is a row that one
 * companion claims at a time.
 */
export { DEFAULT_RETENTION, pruneExpiredRecords, type Retention } from './prune.ts';
export { type JobDeps, runDueJobs, startJobs } from './run-due.ts';
