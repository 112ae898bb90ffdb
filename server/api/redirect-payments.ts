import * as z from '../../shared/zod.ts';
import { CreateSession, InstallmentPlan, SessionDevice, SessionMethod } from '../../shared/contract/create-session.ts';
import { Device } from '../../shared/contract/submit-payment.ts';
import { MAX_PROFILE_FIELD_LENGTHS, requiredText, textOrEmpty } from '../../shared/interface/formats.ts';
import { openRedirectPayment } from '../payments/index.ts';
import { depsForOrder } from '../companion-deps.ts';
import { defineRoute, type ApiRoute } from './route.ts';

/**
 * The fields of a session that the gateway's own page does not use: that page collects its own data and shows no saved
 * cards.
 */
const withoutElement = { methods: true, installments: true, device: true, token_card: true } as const;

/** The body of `POST /v1/redirect-payments`: the order, and the shop's data about the shopper's browser. */
const CreateRedirectPayment = z.extend(z.omit(CreateSession, withoutElement), {
  shopper_ip: requiredText(MAX_PROFILE_FIELD_LENGTHS.shopper_ip),
  user_agent: z.optional(textOrEmpty(500)),
  accept: z.optional(textOrEmpty(500)),
  os: z.optional(textOrEmpty(100)),
  browser: z.optional(textOrEmpty(100)),
  device_type: z.optional(textOrEmpty(50)),
  device: z.optional(z.extend(Device, { vendor: SessionDevice.def.shape.vendor })),
  page: SessionMethod.def.shape.page,
  installments: z.optional(
    z.strictObject({ count: z.int().check(z.gte(1), z.lte(99)), id: z.optional(InstallmentPlan.def.shape.id) }),
  ),
});

export const redirectPaymentRoutes: readonly ApiRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/redirect-payments',
    group: 'Payments',
    name: 'createRedirectPayment',
    summary: 'Open a payment on the gateway’s own page',
    description:
      'Opens a session and begins its payment. The shopper’s browser posts the form, in the page or in a frame. ' +
      'The body is a session’s, without `methods` and `token_card`, with `shopper_ip`: the shopper’s address as your ' +
      'server sees it. `installments` is the chosen plan: `{count, id?}`. The form holds a `token_id`, so the browser ' +
      'sees it. With the element, use the method `gateway_page` instead.',
    scope: 'pay',
    errors: ['reference_taken', 'session_closed', 'payment_in_progress', 'gateway_misconfigured'],
    operation: 'prepareRedirectPayment',
    body: CreateRedirectPayment,
    answer: {
      status: 201,
      schema: z.object({
        session_id: z.string(),
        payment_id: z.string(),
        url: z.string(),
        method: z.literal('POST'),
        fields: z.record(z.string(), z.string()),
      }),
    },
    idempotency: 'required',
    async handle({ deps, body }) {
      const opened = await openRedirectPayment(depsForOrder(deps, body), body);
      return { body: opened, target: opened.payment_id };
    },
  }),
];
