import type { DigestMismatch } from '../gateway/acquiring-client.ts';
import type { AlertLogger } from './alerts.ts';
import type { Metrics } from './metrics.ts';

/**
 * Counts responses whose digest differs from an unconfirmed recipe, and raises one alert for each account and recipe.
 * If a recipe is not the acquirer's, every response differs.
 */
export function createResponseDigestMismatchReporter(
  log: AlertLogger,
  metrics: Pick<Metrics, 'countDigestMismatch'>,
): (mismatch: DigestMismatch) => void {
  const reported = new Set<string>();
  return ({ recipe, merchantId, accountId }) => {
    metrics.countDigestMismatch(recipe);
    const key = `${merchantId} ${accountId} ${recipe}`;
    if (reported.has(key)) return;
    reported.add(key);
    log.alert('response_digest_mismatch', { account_id: accountId, recipe });
  };
}
