import { CreatedPayment, CreatePaymentRequest } from '../../shared/contract/merchant/create-payment.ts';
import { depsForAccount, depsForOrder } from '../companion-deps.ts';
import { deriveSessionTokenOfCall, hashSessionToken } from '../context/index.ts';
import { chargeSavedCard } from '../payments/index.ts';
import { defineRoute, type ApiRoute } from './route.ts';

export const chargeRoutes: readonly ApiRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/payments',
    group: 'Payments',
    name: 'createPayment',
    summary: 'Charge a saved card without the shopper there',
    description:
      'For orders to come and subscriptions that the shop runs. The body is a session’s order with `shopper.id`, ' +
      '`saved_card_id` (default: the shopper’s default card) and `shopper_ip`. The profile’s `merchant_initiated` marks the ' +
      'payment. `authentication_required`: send the shopper to `url`, where the same payment goes on. A declined charge ends ' +
      'there; charge the order again with a new Idempotency-Key.',
    scope: 'pay',
    errors: [
      'reference_taken',
      'payment_in_progress',
      'session_closed',
      'session_expired',
      'too_many_attempts',
      'gateway_misconfigured',
      'gateway_unreachable',
    ],
    operation: 'prepareAuthorise',
    body: CreatePaymentRequest,
    answer: { status: 201, schema: CreatedPayment },
    idempotency: 'required',
    async handle({ deps, body, seed, caller }) {
      const token = deriveSessionTokenOfCall(caller.idempotency.secret, [seed, body]);
      // A repetition of the call goes on where its session is, also if another account has the currency by now.
      const known = await deps.store.findSessionByTokenHash(hashSessionToken(token));
      const own = known === undefined ? depsForOrder(deps, body) : depsForAccount(deps, known.account);
      const created = await chargeSavedCard(own, body, token);
      return { body: created, target: created.payment.id };
    },
  }),
];
