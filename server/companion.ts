import type { IssuingDeps } from './operations/index.ts';
import type { AbandonDeps, SubmitDeps } from './payments/index.ts';

/** What routes and jobs work with: the dependencies of every use case. */
export interface Companion extends SubmitDeps, AbandonDeps, IssuingDeps {
  /** Whether this process is about to end: no request may wait in it any more. */
  drain: { isOn: boolean };
  /** Where webhook events go; undefined without an address. */
  webhooks: { url: string } | undefined;
}
