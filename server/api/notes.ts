import * as z from '../../shared/zod.ts';
import { PaymentNote } from '../../shared/contract/merchant/payments.ts';
import { requiredText } from '../../shared/interface/formats.ts';
import { createId } from '../context/index.ts';
import { maskCardNumbers } from '../gateway/redact.ts';
import { toApiPaymentNote } from '../payments/index.ts';
import { requirePayment } from './payments.ts';
import { defineRoute, type ApiRoute } from './route.ts';

export const noteRoutes: readonly ApiRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/payments/:id/notes',
    group: 'Payments',
    name: 'addPaymentNote',
    summary: 'Write a note on a payment',
    description: 'For colleagues, never for the shopper or the gateway. Card numbers in it are masked.',
    scope: 'resolve',
    errors: ['not_found'],
    body: z.strictObject({
      text: requiredText(2_000).check(z.refine((text) => text.trim() !== '', 'a text')),
    }),
    answer: { status: 201, schema: PaymentNote },
    idempotency: 'optional',
    async handle({ deps, params, body, caller }) {
      const payment = await requirePayment(deps, params.id);
      const note = {
        id: createId('note'),
        payment_id: payment.id,
        at: deps.now(),
        author: caller.id,
        author_name: caller.name,
        text: maskCardNumbers(body.text),
      };
      await deps.store.addPaymentNote(note);
      return { body: toApiPaymentNote(note) };
    },
  }),
];
