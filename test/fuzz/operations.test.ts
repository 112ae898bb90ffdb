import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createAcquiringClient,
  createIssuingClient,
  isCheckoutError,
  type AcquiringClient,
  type IssuingClient,
  type IssuingOperationName,
  type Transport,
} from '../../server/gateway/index.ts';
import { createSandbox, SANDBOX_CREDENTIALS, type Sandbox } from '../../server/sandbox/index.ts';
import { arbitraryAmount, checkProperty, arbitraryId, arbitraryHostileText, fuzzTimeout } from '../support/fuzz.ts';

/** The sandbox in this process as the gateway: what one side writes, the other reads with code of its own. */
function inMemory(sandbox: Sandbox): Transport {
  return {
    async send({ path, contentType, accept, body }) {
      const request = new Request(`http://localhost${path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': contentType, accept },
      });
      const answer = await sandbox.fetch(request);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return {
        kind: 'received',
        status: answer.status,
        contentType: answer.headers.get('content-type') ?? '',
        body: bytes,
      };
    },
    close: () => Promise.resolve(),
  };
}

function together(): { sandbox: Sandbox; acquiring: AcquiringClient; issuing: IssuingClient } {
  const sandbox = createSandbox({
    fetch: () => Promise.reject(new Error('nobody listens')),
    delays: { pendingPayment: 60_000 },
  });
  const transport = inMemory(sandbox);
  const { merchant_id: merchantId, account_id: accountId, company_id: companyId, ...keys } = SANDBOX_CREDENTIALS;
  return {
    sandbox,
    acquiring: createAcquiringClient({
      baseUrl: 'http://localhost',
      merchantId,
      accountId,
      signKeys: [keys.sign_key],
      profile: { verification: 'when-present' },
      transport,
    }),
    issuing: createIssuingClient({
      baseUrl: 'http://localhost',
      companyId,
      signKeys: [keys.issuing_sign_key],
      transport,
    }),
  };
}

/** A refusal that would say that the two sides sign, write or read differently. */
const MISUNDERSTOOD = /^(I0013|I0014|I0003)/;

interface Answered {
  kind: string;
  reason?: string;
  mismatch?: boolean;
  code?: string;
  message?: string;
  result?: { result_info?: string | undefined };
}

/** Either our own check refuses a value by its field, or the gateway understands the request and we its answer. */
async function understood(work: () => Promise<unknown>): Promise<Answered | undefined> {
  let answer: Answered;
  try {
    answer = (await work()) as Answered;
  } catch (error) {
    expect(isCheckoutError(error) && error.code === 'gateway_invalid_request').toBe(true);
    expect((error as { fields?: unknown[] }).fields?.length).toBeGreaterThan(0);
    return undefined;
  }
  expect(answer.kind, JSON.stringify(answer)).not.toBe('misconfigured');
  expect(answer.mismatch ?? false, JSON.stringify(answer)).toBe(false);
  for (const said of [answer.code, answer.message, answer.result?.result_info])
    expect(said ?? '').not.toMatch(MISUNDERSTOOD);
  return answer;
}

const order = fc.record({
  order_no: arbitraryId(20),
  currency: fc.constantFrom('EUR', 'JPY', 'BRL'),
  amount: arbitraryAmount,
});
const transaction = arbitraryId(20).map((id) => `${id}-00001`);
const uuid = fc.uuid({ version: 4 });
const named = fc.dictionary(
  fc.stringMatching(/^[a-z_]{1,12}$/),
  fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' }),
  { maxKeys: 4 },
);
const issuingId = fc.stringMatching(/^\d{1,19}$/);

const people = {
  shopper_id: arbitraryHostileText(12),
  shopper_email: fc.constantFrom('ana@example.com', 'josé+x@example.com', 'a b@c'),
  shopper_ip: fc.constant('192.0.2.1'),
  first_name: arbitraryHostileText(15),
  last_name: arbitraryHostileText(15),
  website: fc.constant('https://shop.example'),
  items: fc.constant('Mug#,#MUG-1#,#24.00#,#1'),
  note: arbitraryHostileText(30),
  billing_address: arbitraryHostileText(20),
};
const card = fc.tuple(order, fc.record(people)).map(([what, who]) => ({
  ...what,
  ...who,
  card: '4242424242424242',
  expiration_month: '12',
  expiration_year: '2031',
  security_code: '123',
}));
const apm = fc
  .tuple(
    order,
    fc.record({
      ...people,
      bank_code: arbitraryHostileText(8),
      person: fc.record({ social_name: arbitraryHostileText(12) }),
    }),
  )
  .map(([what, who]) => ({ ...what, ...who, payment_method: 'bank_transfer', return_url: 'https://pay.example/r' }));

type Row = [name: string, operation: keyof AcquiringClient, values: fc.Arbitrary<unknown>[]];

const items = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(item, { minLength: 1, maxLength: 4 });
const ofOrder = fc.tuple(order, transaction).map(([what, id]) => ({ ...what, transaction_id: id }));

const ROWS: Row[] = [
  ['authorise, card', 'authorise', [card]],
  ['authorise, APM', 'authorise', [apm]],
  [
    'updateOrders',
    'updateOrders',
    [
      items(
        fc.record({
          transaction_id: transaction,
          status: fc.constantFrom('0', '1'),
          ispass3d: fc.constantFrom('0', '1'),
        }),
      ),
    ],
  ],
  [
    'refund',
    'refund',
    [
      items(
        fc
          .tuple(ofOrder, arbitraryAmount, arbitraryHostileText(20), arbitraryId(10))
          .map(([of, refund_amount, refund_reason, refund_reference]) => ({
            ...of,
            refund_amount,
            refund_reason,
            refund_reference,
          })),
      ),
    ],
  ],
  ['review', 'review', [items(ofOrder.map((of) => ({ ...of, review_flag: '1' })))]],
  ['capture', 'capture', [items(ofOrder)]],
  ['cancel', 'cancel', [items(ofOrder)]],
  [
    'searchRefunds',
    'searchRefunds',
    [fc.record({ orders: items(arbitraryId(12)), merchantReferences: items(arbitraryId(8)) })],
  ],
  [
    'queryTransactions',
    'queryTransactions',
    [fc.record({ orders: items(arbitraryId(12)), trades: items(transaction) })],
  ],
  [
    'cancelSubscription',
    'cancelSubscription',
    [fc.record({ recurring_id: arbitraryId(12), contract_name: arbitraryHostileText(15) })],
  ],
  [
    'payout',
    'payout',
    [
      fc
        .tuple(uuid, arbitraryAmount, arbitraryHostileText(15), named)
        .map(([request_id, payment_amount, reason, beneficiary]) => ({
          request_id,
          payment_currency: 'USD',
          payment_amount,
          reason,
          beneficiary,
        })),
    ],
  ],
  ['queryPayouts', 'queryPayouts', [named]],
  ['queryPayoutBalance', 'queryPayoutBalance', [named]],
  ['queryUnsettledAmount', 'queryUnsettledAmount', [named]],
  ['uploadLogistics', 'uploadLogistics', [named]],
  [
    'optimisePaymentMethods',
    'optimisePaymentMethods',
    [
      fc
        .tuple(uuid, arbitraryAmount)
        .map(([request_id, amount]) => ({ request_id, currency: 'EUR', amount, shopper_email: 'ana@example.com' })),
    ],
  ],
];

describe('acquiring client and independent sandbox', () => {
  test.each(ROWS)(
    'promise 16: the acquiring client and the sandbox agree on %s with random fields',
    { timeout: fuzzTimeout(60, 20) },
    async (name, operation, [values]) => {
      const { sandbox, acquiring } = together();
      let answered = 0;
      await checkProperty(
        16,
        60,
        fc.asyncProperty(values!, async (value) => {
          const answer = await understood(() => (acquiring[operation] as (given: unknown) => Promise<unknown>)(value));
          if (answer === undefined) return;
          answered += 1;
          const received = sandbox.state.requests.at(-1)!.fields;
          expect(received['merchant_id']).toBe(SANDBOX_CREDENTIALS.merchant_id);
          if (name.startsWith('authorise')) {
            const sent = value as Record<string, unknown>;
            for (const field of ['order_no', 'amount', 'first_name', 'note', 'shopper_id'])
              expect(received[field]).toEqual(sent[field]);
            // A paid response is in the sandbox's records with the same amount.
            if (answer.kind === 'paid') {
              const [booked] = sandbox.state.ledger
                .findByOrder(SANDBOX_CREDENTIALS.merchant_id, String(sent['order_no']))
                .slice(-1);
              expect(booked).toMatchObject({ amount: sent['amount'], currency: sent['currency'], state: 'paid' });
            }
          }
        }),
      );
      expect(answered, 'requests that the gateway answered').toBeGreaterThan(5);
      await sandbox.close();
    },
  );
});

const CALLS: [name: IssuingOperationName, fields: fc.Arbitrary<unknown>][] = [
  [
    'createCard',
    fc.record(
      {
        card_bin_id: fc.constantFrom(806, 1),
        request_id: uuid,
        recharge_amount: fc.integer({ min: 1, max: 50 }),
        card_alias: arbitraryHostileText(15),
      },
      { requiredKeys: ['card_bin_id', 'request_id'] },
    ),
  ],
  [
    'createGroup',
    fc.record({
      group_name: arbitraryHostileText(15),
      currency: fc.constant('USD'),
      recharge_amount: fc.integer({ min: 1, max: 100 }),
      bin_list: fc.constant(['806']),
      request_id: uuid,
    }),
  ],
  [
    'rechargeGroup',
    fc.record({
      group_id: issuingId,
      recharge_amount: fc.double({ min: 0.01, max: 99, noNaN: true }).map((value) => Math.round(value * 100) / 100),
      request_id: uuid,
    }),
  ],
  ['queryCardholder', fc.record({ cardholder_id: issuingId, email: fc.constant('') })],
  ['queryCardOperation', fc.record({ order_id: fc.constant(''), request_id: uuid })],
  ['queryAccountBalance', fc.constant({})],
  ['createCardholder', fc.tuple(named, uuid).map(([fields, request_id]) => ({ ...fields, request_id }))],
  ['queryCardBin', named],
  ['queryCard', fc.record({ card_id: issuingId })],
  [
    'rechargeCard',
    fc.record({ card_id: issuingId, recharge_amount: fc.integer({ min: 1, max: 9 }), request_id: uuid }),
  ],
  ['queryRule', named],
];

describe('issuing client and independent sandbox', () => {
  test.each(CALLS)(
    'promise 16: the issuing client and the sandbox agree on %s with random fields',
    { timeout: fuzzTimeout(60, 20) },
    async (name, fields) => {
      const { sandbox, issuing } = together();
      await checkProperty(
        16,
        60,
        fc.asyncProperty(fields, async (given) => {
          const answer = await understood(() => (issuing[name] as (value: unknown) => Promise<unknown>)(given));
          if (answer?.kind === 'refused') expect(answer.message).not.toMatch(/sign|expected/i);
        }),
      );
      await sandbox.close();
    },
  );
});
