import type { IncomingMessage, ServerResponse } from 'node:http';
import { Logger } from '@vendure/core';
import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { isCheckoutError, verifyWebhook, type WebhookMessage } from '../../server/webhooks/index.ts';
import { LOG_CONTEXT, TILLGATE_OPTIONS, type TillgateOptionsWithClient } from './options.ts';
import { PaymentSyncService } from './payments.ts';

/** The path of the companion's TILLGATE_WEBHOOK_URL. */
export const WEBHOOK_ROUTE = 'tillgate/webhook';
const MAX_BYTES = 1_000_000;
const BODY = Symbol('raw body');
type RawRequest = IncomingMessage & { [BODY]?: Buffer; body?: unknown };

/** Middleware of the route that reads the bytes before Vendure parses them. */
export function rawBodyMiddleware(
  request: RawRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
  });
  request.once('error', next);
  request.once('end', () => {
    if (size > MAX_BYTES) {
      response.writeHead(413).end();
      return;
    }
    request[BODY] = Buffer.concat(chunks);
    next();
  });
}

/** Receives the companion's events. Any other response than 2xx has the companion repeat the event. */
@Controller(WEBHOOK_ROUTE)
export class WebhookController {
  readonly #tillgate: TillgateOptionsWithClient;
  readonly #payments: PaymentSyncService;

  constructor(
    @Inject(TILLGATE_OPTIONS) tillgate: TillgateOptionsWithClient,
    @Inject(PaymentSyncService) payments: PaymentSyncService,
  ) {
    this.#tillgate = tillgate;
    this.#payments = payments;
  }

  @Post()
  async receive(@Req() request: RawRequest, @Res() response: ServerResponse): Promise<void> {
    response.writeHead(await this.#handle(request)).end();
  }

  async #handle({ [BODY]: body, headers }: RawRequest): Promise<number> {
    try {
      const event = verifyWebhook(body as Buffer, headers, this.#tillgate.options.webhookSecret);
      await this.#apply(event);
      return 204;
    } catch (error) {
      if (isCheckoutError(error) && error.code === 'unauthenticated') return 401;
      Logger.error(
        `A webhook failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        LOG_CONTEXT,
      );
      return 503;
    }
  }

  /** The companion is asked for the present state: an event may come late, twice, or after a newer one. */
  async #apply(event: WebhookMessage): Promise<void> {
    switch (event.type) {
      case 'payment.paid':
      case 'payment.held':
      case 'payment.declined':
      case 'payment.cancelled':
        return this.#payments.apply(event.data.id);
      case 'refund.updated':
        return this.#payments.applyRefund(event.data);
      default:
        return undefined;
    }
  }
}
