import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import type { ConfigModule, Logger, MedusaContainer } from '@medusajs/framework/types';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import { isCheckoutError, verifyWebhook, type WebhookMessage } from '../../server/webhooks/index.ts';
import { createTillgateConnection, type TillgateOptionsWithClient } from './options.ts';
import { OrderBusyError, PaymentSync } from './payments.ts';

/** What `medusa-config` names as `resolve`. */
const PACKAGE = 'tillgate/medusa';

/** For `src/api/middlewares`: the signature covers the bytes of the body. */
export const tillgateWebhookMiddleware = {
  matcher: '/tillgate/webhook',
  methods: ['POST' as const],
  bodyParser: { preserveRawBody: true, sizeLimit: '1mb' },
};

/**
 * For `src/api/tillgate/webhook/route`: receives the companion's events and answers 200 once the shop has acted. Any
 * other response than 2xx has the companion repeat the event: 401 for a wrong signature, 409 while another request
 * settles the same payment, 503 if the shop or the companion cannot do it now.
 */
export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  response.sendStatus(await receive(request));
}

async function receive({ scope, rawBody, headers }: MedusaRequest): Promise<number> {
  try {
    const { connection, event } = readEvent(scope, rawBody as Buffer, headers);
    await apply(new PaymentSync(scope, connection), event);
    return 200;
  } catch (error) {
    if (isCheckoutError(error) && error.code === 'unauthenticated') return 401;
    if (error instanceof OrderBusyError) return 409;
    scope.resolve<Logger>(ContainerRegistrationKeys.LOGGER).error('A webhook of Tillgate failed.', error as Error);
    return 503;
  }
}

/** The companion whose secret signed the event: a shop may have several providers. */
function readEvent(
  scope: MedusaContainer,
  body: Buffer,
  headers: MedusaRequest['headers'],
): { connection: TillgateOptionsWithClient; event: WebhookMessage } {
  const { modules } = scope.resolve<ConfigModule>(ContainerRegistrationKeys.CONFIG_MODULE);
  const { options } = (modules?.[Modules.PAYMENT] ?? {}) as { options?: { providers?: Provider[] } };
  const own = (options?.providers ?? []).filter(({ resolve }) => resolve === PACKAGE);
  let refusal: unknown = new Error(`No payment provider in medusa-config resolves ${PACKAGE}.`);
  for (const provider of own) {
    const connection = createTillgateConnection(provider.options);
    try {
      return { connection, event: verifyWebhook(body, headers, connection.options.webhookSecret) };
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}

interface Provider {
  resolve: unknown;
  options?: unknown;
}

/** The companion is asked for the present state: an event may come late, twice, or after a newer one. */
async function apply(payments: PaymentSync, event: WebhookMessage): Promise<void> {
  switch (event.type) {
    case 'payment.paid':
    case 'payment.held':
    case 'payment.declined':
    case 'payment.cancelled':
    case 'payment.not_sent':
      return payments.settle(event.data.id);
    case 'refund.updated':
      return payments.checkRefund(event.data.id);
    default:
      return undefined;
  }
}
