import type { DigestMismatch } from '../gateway/acquiring-client.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

/**
 * Counts answers whose digest differs from a recipe that nobody confirmed, and raises one alert for each account and
 * recipe: where a recipe is not the acquirer's, every answer differs.
 */
export function createDigestMismatchReporter(
  log: Logger,
  metrics: Pick<Metrics, 'answerDigestDiffered'>,
): (mismatch: DigestMismatch) => void {
  const reported = new Set<string>();
  return ({ recipe, merchantId, accountId }) => {
    metrics.answerDigestDiffered(recipe);
    const key = `${merchantId} ${accountId} ${recipe}`;
    if (reported.has(key)) return;
    reported.add(key);
    log.error({ account_id: accountId, recipe }, 'alarm: the digest of an answer differs');
  };
}
