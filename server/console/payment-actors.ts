import type { AuditEntryBody } from '../../shared/contract/merchant/audit.ts';
import type { ConsoleContext } from './console-page.ts';
import { texts } from './i18n/texts.ts';

/** The call that an entry of a payment's timeline follows. */
const ACTIONS: Readonly<Record<string, string>> = {
  refunded: 'POST /v1/refunds',
  approve_requested: 'POST /v1/reviews',
  reject_requested: 'POST /v1/reviews',
  capture_requested: 'POST /v1/payments/:id/capture',
  cancel_requested: 'POST /v1/payments/:id/cancel',
  resolved: 'POST /v1/payments/:id/resolve',
};

/** The longest time from a call to what it changes, in ms: the deadline of a request to the gateway, and some more. */
export const MAX_CALL_DURATION_MS = 120_000;

/** Who requested a change, as text; undefined for the gateway's own, and where more than one person may be meant. */
export type FindActor = (change: { kind: string; at: string }) => string | undefined;

/** @param calls the audit entries of one payment */
export function createFindActor(
  calls: readonly AuditEntryBody[],
  { key_id: ownKey }: ConsoleContext['session'],
): FindActor {
  return ({ kind, at }) => {
    const earlier = calls.filter((call) => {
      const age = Date.parse(at) - Date.parse(call.at);
      return call.action === ACTIONS[kind] && call.status === 200 && age >= 0 && age < MAX_CALL_DURATION_MS;
    });
    const [call] = earlier;
    if (call === undefined || earlier.some(({ key_id: key }) => key !== call.key_id)) return undefined;
    if (call.key_id === ownKey) return texts.payment.noteByYou;
    return texts.timeline.by(call.user_name ?? texts.audit.apiKey(call.key_id));
  };
}
