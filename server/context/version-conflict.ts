import type { SessionAmount } from '../../shared/contract/index.ts';
import { CheckoutError } from '../../shared/errors.ts';

/** The caller names an older version of a session: `version_conflict`, with the current version and its sum. */
export class VersionConflictError extends CheckoutError {
  readonly session: SessionAmount;

  constructor({ version, amount, currency }: SessionAmount) {
    super('version_conflict', `The order has changed since: its version is ${String(version)}.`);
    this.session = { version, amount, currency };
  }
}
