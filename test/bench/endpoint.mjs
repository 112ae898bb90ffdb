// An endpoint as a shop would write it for itself: Express, axios, pg and zod. One row is committed before the request
// to the gateway, and updated after it. Nothing else: no limits, timeline, events, schedule or metrics.
import { createHash, randomUUID } from 'node:crypto';
import axios from 'axios';
import express from 'express';
import { XMLParser } from 'fast-xml-parser';
import pg from 'pg';
import * as z from 'zod';

const MERCHANT = { merchant_id: '70519', account_id: '984747105' };
const SIGN_KEY = 'bench';

const Payment = z.object({
  order_no: z.string().min(1).max(50),
  currency: z.string().regex(/^[A-Z]{3}$/),
  amount: z.string().regex(/^\d{1,10}\.\d{2}$/),
  website: z.url(),
  items: z.string().min(1).max(4_000),
  shopper_id: z.string().max(50),
  shopper_email: z.email(),
  shopper_ip: z.ipv4(),
  first_name: z.string().min(1).max(50),
  last_name: z.string().min(1).max(50),
  card: z.string().regex(/^\d{12,19}$/),
  expiration_month: z.string().regex(/^(0[1-9]|1[0-2])$/),
  expiration_year: z.string().regex(/^20\d{2}$/),
  security_code: z.string().regex(/^\d{3,4}$/),
});

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
await pool.query(`
  create table if not exists payments (
    id uuid primary key,
    order_no text not null unique,
    currency text not null,
    amount numeric(12, 2) not null,
    shopper_email text not null,
    card_bin text not null,
    card_last4 text not null,
    status text not null,
    transaction_id text,
    result jsonb,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`);

const gateway = axios.create({
  baseURL: process.env.GATEWAY,
  timeout: 60_000,
  maxRedirects: 0,
  responseType: 'text',
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/xml' },
});
const parser = new XMLParser({ parseTagValue: false });

/** The digest of a card payment: these values and the sign key, without spaces. */
function sign(payment) {
  const { order_no, currency, amount, first_name, last_name, card, shopper_email } = payment;
  const { expiration_year, expiration_month, security_code } = payment;
  const { merchant_id, account_id } = MERCHANT;
  const name = [first_name, last_name];
  const expiry = [expiration_year, expiration_month];
  const parts = [merchant_id, account_id, order_no, currency, amount, ...name, card, ...expiry, security_code];
  const text = [...parts, shopper_email, SIGN_KEY].join('').replaceAll(' ', '');
  return createHash('sha256').update(text).digest('hex');
}

/** The status of the gateway's answer; whatever is not plain is unknown. */
function statusOf(payment, result) {
  if (result === undefined || result.order_no !== payment.order_no) return 'unknown';
  if (result.amount !== payment.amount || result.currency !== payment.currency) return 'unknown';
  if (result.order_status === '1' && result.result_info?.startsWith('0000')) return 'paid';
  return result.order_status === '0' ? 'declined' : 'unknown';
}

/** Sends the payment once; undefined where no answer came that can be read. */
async function authorise(payment) {
  try {
    const wire = { ...payment, ...MERCHANT, encryption_data: sign(payment) };
    const { data } = await gateway.post('/v1/authorise', JSON.stringify(wire));
    return parser.parse(data).respon;
  } catch {
    return undefined;
  }
}

const app = express();
app.disable('x-powered-by');
app.use(express.json({ limit: '32kb' }));
app.post('/payments', async (request, response) => {
  const checked = Payment.safeParse(request.body);
  if (!checked.success) return response.status(422).json({ errors: z.treeifyError(checked.error) });
  const payment = checked.data;
  const id = randomUUID();
  await pool.query(
    `insert into payments (id, order_no, currency, amount, shopper_email, card_bin, card_last4, status)
     values ($1, $2, $3, $4, $5, $6, $7, 'submitting')`,
    [
      id,
      payment.order_no,
      payment.currency,
      payment.amount,
      payment.shopper_email,
      payment.card.slice(0, 6),
      payment.card.slice(-4),
    ],
  );
  const result = await authorise(payment);
  const status = statusOf(payment, result);
  await pool.query(
    'update payments set status = $2, transaction_id = $3, result = $4, updated_at = now() where id = $1',
    [id, status, result?.transaction_id, result],
  );
  response.json({ id, status });
});

const server = app.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
server.keepAliveTimeout = 60_000;
