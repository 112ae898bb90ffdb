import { Hono } from 'hono';
import { issuerPageKindOf } from './acquiring/payment-codes.ts';
import type { Transaction } from './acquiring/ledger.ts';
import { sandboxMessagePage } from './pages/layout.ts';
import {
  bankPage,
  challengePage,
  paymentCodePage,
  paymentCodeClosedPage,
  type ChallengeCodeNotice,
  type IssuerPageProps,
} from './pages/issuer.ts';
import type { SandboxState } from './state.ts';
import { applyTransactionResult } from './acquiring/apply-result.ts';
import { merchantNameOf } from './merchant-name.ts';

const ONE_TIME_CODE = '123456';

/** The pages of an issuer_url: the card issuer's challenge, the bank of an APM, and the payment of a code. */
export function issuerPageRoutes(state: SandboxState): Hono {
  const app = new Hono();
  app.on(['GET', 'POST'], '/:page{challenge|bank|code}', async (c) => {
    const visit = await readVisit(state, c.req.query());
    if (visit instanceof Response) return visit;
    if (visit.transaction.state !== 'waiting') return returnToShop(visit);
    return issuerPage(visit.transaction, visit.form, 'given');
  });
  app.post('/:page{challenge|bank|code}/decide', async (c) => {
    const form = await c.req.parseBody();
    const field = (name: string): string => (typeof form[name] === 'string' ? form[name] : '');
    const visit = await readVisit(state, { visit: c.req.query('visit') ?? '' });
    if (visit instanceof Response) return visit;
    return submitDecision(state, visit, { decision: field('decision'), code: field('code') });
  });
  return app;
}

interface Visit {
  transaction: Transaction;
  form: IssuerPageProps;
}

/**
 * Finds the transaction of a visit. The return_url of the first visit is stored with the transaction. The notify_url is
 * stored only if the gateway takes it from there, because any visitor may have changed it.
 */
async function readVisit(state: SandboxState, query: Record<string, string>): Promise<Visit | Response> {
  const transaction = state.ledger.findByVisit(query['visit'] ?? '');
  if (transaction === undefined) return sandboxMessagePage('Not found', 'There is no payment at this address.', 404);
  const isFirst = !transaction.is_visited;
  const takesNotifyUrl = isFirst && state.notifyAddress === 'issuer_url';
  const returnUrl = (isFirst && query['return_url']) || transaction.return_url;
  const notifyUrl = (takesNotifyUrl && query['notify_url']) || transaction.notify_url;
  if (!isWebAddress(returnUrl) || (notifyUrl !== '' && !isWebAddress(notifyUrl))) {
    return sandboxMessagePage('Invalid input', 'return_url and notify_url have to be http or https addresses.', 400);
  }
  Object.assign(transaction, { return_url: returnUrl, notify_url: notifyUrl, is_visited: true });
  const page = issuerPageKindOf(transaction);
  const action = `/issuer/${page}/decide?visit=${encodeURIComponent(transaction.visit_key)}`;
  return { transaction, form: { action, merchant: merchantNameOf(state, transaction), return_url: returnUrl } };
}

function submitDecision(
  state: SandboxState,
  { transaction, form }: Visit,
  answer: { decision: string; code: string },
): Response | Promise<Response> {
  // After a second click the payment is already decided, so the page only redirects.
  if (transaction.state !== 'waiting') return returnToShop({ transaction, form });
  // The payment stays open here: the shopper has neither approved nor declined it.
  if (answer.decision === 'leave') return seeOther(form.return_url);
  if (answer.decision === 'resend') return issuerPage(transaction, form, 'resent');
  if (answer.decision === 'approve') {
    if (transaction.kind === 'card' && answer.code !== ONE_TIME_CODE) return issuerPage(transaction, form, 'wrong');
    const paid = transaction.approve_leads_to === 'paid';
    applyTransactionResult(state, transaction, {
      state: transaction.approve_leads_to,
      result_code: paid ? '0000' : 'D0001',
    });
  } else {
    applyTransactionResult(state, transaction, {
      state: 'declined',
      result_code: transaction.kind === 'card' ? 'D0001' : 'D0017',
    });
  }
  return returnToShop({ transaction, form });
}

/** Redirects to the shop. A shopper who paid a code did so on another device or in another window, and stays. */
function returnToShop({ transaction, form }: Visit): Response | Promise<Response> {
  return transaction.pay_code === undefined ? seeOther(form.return_url) : paymentCodeClosedPage(transaction, form);
}

function issuerPage(transaction: Transaction, form: IssuerPageProps, notice: ChallengeCodeNotice): Promise<Response> {
  if (transaction.pay_code !== undefined) return paymentCodePage(transaction, transaction.pay_code.value, form);
  return transaction.kind === 'card' ? challengePage(transaction, form, notice) : bankPage(transaction, form);
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
