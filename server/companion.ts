import type { IssuingDeps } from './operations/run-issuing.ts';
import type { AbandonDeps } from './payments/abandon.ts';
import type { SubmitDeps } from './payments/admit-submit.ts';

/** What routes and jobs work with: the dependencies of every use case. */
export interface Companion extends SubmitDeps, AbandonDeps, IssuingDeps {
  /** Whether this process is about to end: no request may wait in it any more. */
  drain: { isOn: boolean };
}
