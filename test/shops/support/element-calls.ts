import type { Outcome } from '../../../shared/contract/index.ts';
import { createCardSubmit } from '../../support/system.ts';
import { untilDefined } from '../../support/wait.ts';

/** Pays a session as the element does. @param number the card's */
export async function payLikeElement(
  { companionUrl, storefrontUrl }: { companionUrl: string; storefrontUrl: string },
  token: string,
  number?: string,
): Promise<Outcome> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin: storefrontUrl };
  const view = (await (await fetch(`${companionUrl}/checkout/session`, { headers })).json()) as { version: number };
  const body = JSON.stringify({ ...createCardSubmit(number), version: view.version });
  // A companion that ends meanwhile, or that knows no outcome yet, is asked again: the attempt is the same.
  return untilDefined(async () => {
    const response = await fetch(`${companionUrl}/checkout/payments`, { method: 'POST', headers, body }).catch(
      () => undefined,
    );
    if (response === undefined || response.status === 429 || response.status === 503) return undefined;
    const outcome = (await response.json()) as Outcome;
    if (!response.ok) throw new Error(JSON.stringify(outcome));
    return outcome;
  }, 60_000);
}
