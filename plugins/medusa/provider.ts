import { AbstractPaymentProvider, MedusaError } from '@medusajs/framework/utils';
import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  Logger,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from '@medusajs/framework/types';
import { isTillgateError, type CreateSession, type Payment, type Session } from '../../server/client/index.ts';
import { verifyWebhook } from '../../server/webhooks/index.ts';
import { toCompanionAmount, toMedusaAmount } from './amounts.ts';
import { createTillgateConnection, type TillgateOptionsWithClient, type TillgateOptions } from './options.ts';
import { toMedusaSessionStatus } from './session-status.ts';
import { isRefundedOrInProgress } from '../refunds/void-or-refund-payment.ts';

/** Where the metadata of a companion's session says which payment session it is for. */
export const PAYMENT_SESSION_METADATA_KEY = 'medusa_session';

type Data = Record<string, unknown>;

/** What the provider takes from the container of the payment module. */
interface Cradle extends Record<string, unknown> {
  logger: Logger;
  captureService: Rows<{ id: string; amount: number | string }>;
  refundService: Rows<{ id: string }>;
}

interface Rows<Row> {
  list(filters: { id: string | string[] }): Promise<Row[]>;
}

/** Takes payments by Tillgate. The `data` of a payment session holds `token` and `server` for the element. */
export class TillgatePaymentProvider extends AbstractPaymentProvider<TillgateOptions> {
  static override identifier = 'tillgate';

  /** @throws CheckoutError `configuration_invalid`; `fields` has each wrong option */
  static override validateOptions(options: Data): void {
    createTillgateConnection(options);
  }

  readonly #connection: TillgateOptionsWithClient;
  readonly #cradle: Cradle;

  constructor(cradle: Record<string, unknown>, options: TillgateOptions) {
    super(cradle, options);
    this.#connection = createTillgateConnection(options);
    this.#cradle = cradle as Cradle;
  }

  /** Opens a session of the companion. The same payment session always has the same one. */
  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const { client, options } = this.#connection;
    const id = textIn(input.data, 'session_id');
    const amount = toCompanionAmount(input.amount, input.currency_code);
    const body: CreateSession = {
      items: [{ name: 'Order', sku: 'order', unit_price: amount, quantity: 1 }],
      shopper: toShopper(input),
      ...(await options.session?.(input)),
      order_no: id,
      currency: input.currency_code.toUpperCase(),
      amount,
      return_url: options.returnUrl,
      metadata: { [PAYMENT_SESSION_METADATA_KEY]: id },
    };
    const idempotencyKey = `medusa-session-${input.context?.idempotency_key ?? id}`;
    const session = await client.sessions.create(body, { idempotencyKey });
    return {
      id: session.id,
      data: { tillgate_session: session.id, token: session.token, server: options.publicUrl ?? options.url },
      status: 'pending',
    };
  }

  /** Changes the amount of the companion's session, unless a payment is in progress. */
  async updatePayment({ data, amount, currency_code: currency }: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const { client } = this.#connection;
    const session = await client.sessions.get(textIn(data, 'tillgate_session'));
    if (session.currency !== currency.toUpperCase()) {
      throw new MedusaError('invalid_data', 'A session keeps its currency: create another payment session.');
    }
    const changed = toCompanionAmount(amount, currency);
    if (changed !== session.amount) {
      const items = [{ name: 'Order', sku: 'order', unit_price: changed, quantity: 1 }];
      await client.sessions
        .update(session.id, { version: session.version, amount: changed, items })
        .catch((error: unknown) => {
          if (!isTillgateError(error) || error.status !== 409) throw error;
          throw new MedusaError('not_allowed', 'The session is being paid or changed: create another payment session.');
        });
    }
    return data === undefined ? {} : { data };
  }

  /** Closes the companion's session. It never fails: what is paid in spite of it, the webhook gives back. */
  async deletePayment({ data }: DeletePaymentInput): Promise<DeletePaymentOutput> {
    const id = data?.['tillgate_session'];
    if (typeof id !== 'string') return {};
    await this.#connection.client.sessions.expire(id).catch((error: unknown) => {
      if (isTillgateError(error) && error.code === 'wrong_state') return;
      this.#cradle.logger.warn(`Tillgate's session ${id} could not be closed: ${String(error)}`);
    });
    return data === undefined ? {} : { data };
  }

  async authorizePayment({ data, context }: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const { session, payment } = await this.#read(data);
    const isOwn = session.metadata[PAYMENT_SESSION_METADATA_KEY] === context?.idempotency_key;
    const { token, server } = data ?? {};
    return {
      status: isOwn ? toMedusaSessionStatus(session, payment) : 'error',
      data: { tillgate_session: session.id, token, server, ...(payment && toPaymentData(payment)) },
    };
  }

  async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const { session, payment } = await this.#read(data);
    return { status: toMedusaSessionStatus(session, payment) };
  }

  async retrievePayment({ data }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    const { session, payment } = await this.#read(data);
    return { data: { ...data, session, payment } };
  }

  /** Captures a held payment; succeeds if it is captured already. */
  async capturePayment({ data, context }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const { payments } = this.#connection.client;
    const before = await payments.get(textIn(data, 'tillgate_payment'));
    if (before.status === 'held') {
      const [row] = await this.#cradle.captureService.list({ id: context?.idempotency_key ?? '' });
      const amount = row && toCompanionAmount(row.amount, before.currency);
      await payments.capture(before.id, amount === undefined || amount === before.amount ? {} : { amount });
    }
    const after = before.status === 'held' ? await payments.get(before.id) : before;
    if (after.status === 'paid') return { data: { ...data, ...toPaymentData(after) } };
    throw new MedusaError('not_allowed', `The payment is not captured: it is ${after.status}.`);
  }

  /** Voids a payment; succeeds if no money is taken or held. */
  async cancelPayment({ data }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    const { payments } = this.#connection.client;
    const before = await payments.get(textIn(data, 'tillgate_payment'));
    const isOpen = before.status === 'held' || before.status === 'paid';
    if (isOpen) await payments.cancel(before.id);
    const after = isOpen ? await payments.get(before.id) : before;
    if (after.status === 'cancelled' || after.status === 'declined') return { data: { ...data } };
    throw new MedusaError('not_allowed', `The payment is not voided: it is ${after.status}.`);
  }

  /**
   * Refunds once for each refund that Medusa stores. Medusa forgets one that fails, so a refund whose response was lost
   * is found again by its amount.
   */
  async refundPayment({ data, amount, context }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const { client } = this.#connection;
    const payment = await client.payments.get(textIn(data, 'tillgate_payment'));
    if (payment.status === 'cancelled') return { data: { ...data } };
    const refundAmount = toCompanionAmount(amount, payment.currency);
    const reference = (await this.#findLostRefund(payment, refundAmount)) ?? textIn({ ...context }, 'idempotency_key');
    const refund = {
      payment_id: payment.id,
      refund_amount: refundAmount,
      refund_reason: 'Refund',
      refund_reference: reference,
    };
    const { refunds } = await client.refunds
      .create({ refunds: [refund] }, { idempotencyKey: `medusa-${reference}` })
      .catch((error: unknown) => {
        if (!isTillgateError(error) || !error.isOutcomeUnknown) throw error;
        throw new MedusaError('not_allowed', 'The companion did not answer. Repeat the refund: it is made once.');
      });
    const [outcome] = refunds;
    const status = outcome?.refund?.status;
    if (status !== undefined && isRefundedOrInProgress(status)) return { data: { ...data } };
    throw new MedusaError('not_allowed', `The refund is refused: ${outcome?.error?.detail ?? String(status)}`);
  }

  /** For Medusa's own route `/hooks/payment`; the route of this package answers at once instead. */
  async getWebhookActionAndData({ rawData, headers }: ProviderWebhookPayload['payload']): Promise<WebhookActionResult> {
    const { client, options } = this.#connection;
    const event = verifyWebhook(rawData, headers as Record<string, string>, options.webhookSecret);
    if (event.type !== 'payment.paid' && event.type !== 'payment.held') return { action: 'not_supported' };
    const payment = await client.payments.get(event.data.id);
    const id = (await client.sessions.get(payment.session_id)).metadata[PAYMENT_SESSION_METADATA_KEY];
    const action = { held: 'authorized', paid: 'captured' } as const;
    if (id === undefined || (payment.status !== 'held' && payment.status !== 'paid'))
      return { action: 'not_supported' };
    const amount = toMedusaAmount(payment.captured_amount ?? payment.amount);
    return { action: action[payment.status], data: { session_id: id, amount } };
  }

  async #read(data: Data | undefined): Promise<{ session: Session; payment: Payment | undefined }> {
    const { client } = this.#connection;
    const session = await client.sessions.get(textIn(data, 'tillgate_session'));
    return {
      session,
      payment: session.payment_id === null ? undefined : await client.payments.get(session.payment_id),
    };
  }

  /** The reference of a refund that the companion has, and Medusa does not. */
  async #findLostRefund({ id }: Payment, amount: string): Promise<string | undefined> {
    const references: string[] = [];
    for await (const refund of this.#connection.client.refunds.list({ payment_id: id })) {
      if (
        isRefundedOrInProgress(refund.status) &&
        refund.refund_amount === amount &&
        refund.refund_reference.startsWith('ref_')
      ) {
        references.push(refund.refund_reference);
      }
    }
    if (references.length === 0) return undefined;
    const stored = await this.#cradle.refundService.list({ id: references });
    return references.find((reference) => !stored.some((row) => row.id === reference));
  }
}

function toPaymentData({ id, transaction_id, method, card }: Payment): Data {
  return { tillgate_payment: id, transaction_id, method, card };
}

/** A guest's e-mail address comes from the storefront, since Medusa does not tell it: the form would ask for it. */
function toShopper({ context, data }: InitiatePaymentInput): NonNullable<CreateSession['shopper']> {
  const { email = data?.['email'], first_name, last_name } = context?.customer ?? {};
  return {
    ...(typeof email === 'string' ? { email } : {}),
    ...(first_name ? { first_name } : {}),
    ...(last_name ? { last_name } : {}),
  };
}

/** A value that the provider or Medusa set. */
function textIn(data: Data | undefined, name: string): string {
  const value = data?.[name];
  if (typeof value === 'string') return value;
  throw new MedusaError('invalid_data', `The payment has no ${name}: it is not of Tillgate.`);
}
