import { correction, generate } from 'lean-qr/nano';
import { html, nothing, type TemplateResult } from 'lit';
import type * as z from '../../shared/zod.ts';
import type { CreatedSession, Session } from '../../shared/contract/merchant/sessions.ts';
import { encodeAmount, parseAmount } from '../../shared/money.ts';
import { formatAmountForViewer } from './amounts.ts';
import type { ActionForm } from './components/action-dialog.ts';
import type { FormValues } from './components/form-fields.ts';
import { amountCell, copyButton, timestamp } from './components/templates.ts';
import { texts } from './i18n/texts.ts';

const t = texts.links;

/** The SKU of the one item of a payment link, by which its session is known. */
function skuOfLink(orderNo: string): string {
  return `payment-link-${orderNo}`;
}

/** Whether the form of payment links made a session. */
export function isPaymentLink({ order_no: order, items: [item, ...others] }: Session): boolean {
  return item?.sku === skuOfLink(order) && others.length === 0;
}

/** The form of a new payment link, and the link with its QR code once it is made. */
export function paymentLinkForm(shopUrl: string): ActionForm {
  return {
    title: t.create,
    about: t.about,
    fields: [
      { name: 'item', label: t.item, maxLength: 200 },
      { name: 'price', label: t.unitPrice, kind: 'amount' },
      { name: 'quantity', label: t.quantity, kind: 'whole', value: '1' },
      { name: 'currency', label: t.currency, value: 'EUR', maxLength: 3 },
      { name: 'order', label: t.order, value: newOrderNo(), maxLength: 50 },
      { name: 'email', label: t.email, kind: 'email', optional: true, maxLength: 100 },
      {
        name: 'expires_in',
        label: t.expiresIn,
        kind: 'choice',
        value: '86400',
        choices: Object.entries(t.hours),
      },
      { name: 'return_url', label: t.returnUrl, kind: 'url', value: shopUrl },
    ],
    submitLabel: (values) => {
      const amount = totalOf(values);
      const currency = currencyOf(values);
      return amount === undefined || !/^[A-Z]{3}$/.test(currency)
        ? t.createLink
        : t.createFor(formatAmountForViewer(amount, currency));
    },
    request: (values) => ({ path: '/sessions', body: toSession(values) }),
    resultOf: (session: z.infer<typeof CreatedSession>) => ({
      ok: true,
      text: t.created,
      link: session.url,
      details: html`<p>
          <span class="strong">${amountCell(session.amount, session.currency)}</span> ·
          ${texts.payment.order(session.order_no)}
        </p>
        <p class="muted">${t.createdAbout}</p>
        <div class="control">
          <code class="link" title=${session.url}>${session.url}</code>${copyButton(session.url, session.url)}
        </div>
        <div class="qr-row">
          ${qrCode(session.url, t.qr)}
          <div>
            <p class="muted small">${t.expires} ${timestamp(session.expires_at)}</p>
            <div class="tools">
              <a class="button small" href=${qrFile(session.url)} download="${session.order_no}.svg">${t.downloadQr}</a>
              ${
                session.shopper_email === null
                  ? nothing
                  : html`<a class="button small" href=${mailTo(session.shopper_email, session)}>${t.emailLink}</a>`
              }
            </div>
          </div>
        </div>`,
    }),
  };
}

function toSession(values: FormValues): object {
  const {
    item = '',
    price = '0.00',
    quantity = '1',
    order = '',
    email = '',
    expires_in = '',
    return_url = '',
  } = values;
  return {
    order_no: order,
    currency: currencyOf(values),
    amount: totalOf(values) ?? price,
    items: [{ name: item, sku: skuOfLink(order), unit_price: price, quantity: Number(quantity) }],
    return_url,
    expires_in: Number(expires_in),
    ...(email === '' ? {} : { shopper: { email } }),
  };
}

/** Unit price times quantity; undefined while either is invalid. */
function totalOf({ price = '', quantity = '' }: FormValues): string | undefined {
  if (!/^\d+\.\d{2}$/.test(price) || !/^[1-9]\d{0,5}$/.test(quantity)) return undefined;
  try {
    return encodeAmount(parseAmount(price) * BigInt(quantity));
  } catch {
    // Longer than an amount: the companion refuses it.
    return undefined;
  }
}

function currencyOf({ currency = '' }: FormValues): string {
  return currency.toUpperCase();
}

/** A unique order number: the date and five random characters. */
function newOrderNo(): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const day = new Date().toISOString().slice(2, 10).replaceAll('-', '');
  return `L${day}-${random.toString(36).toUpperCase().padStart(5, '0').slice(-5)}`;
}

/** A letter to the customer with the link. */
function mailTo(email: string, { order_no, url }: z.infer<typeof CreatedSession>): string {
  const subject = encodeURIComponent(texts.payment.order(order_no));
  return `mailto:${encodeURIComponent(email)}?subject=${subject}&body=${encodeURIComponent(url)}`;
}

/** Light modules around the code, required by ISO/IEC 18004. */
const QUIET_ZONE = 4;

/** The size of a QR code with its quiet zone, and its dark modules as a path. */
function qrPath(text: string): { size: number; path: string } {
  const matrix = generate(text, { minCorrectionLevel: correction.M });
  const size = matrix.size + 2 * QUIET_ZONE;
  let path = '';
  for (let y = 0; y < matrix.size; y += 1) {
    for (let x = 0; x < matrix.size; x += 1) {
      if (matrix.get(x, y)) path += `M${String(x + QUIET_ZONE)} ${String(y + QUIET_ZONE)}h1v1h-1z`;
    }
  }
  return { size, path };
}

/** A QR code as an SVG file. */
function qrFile(text: string): string {
  const { size, path } = qrPath(text);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(size)} ${String(size)}" shape-rendering="crispEdges">` +
    `<rect width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** A URL as a QR code, dark on white in every theme. */
function qrCode(text: string, name: string): TemplateResult {
  const { size, path } = qrPath(text);
  return html`<svg class="qr" role="img" aria-label=${name} viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
    <rect width="100%" height="100%" fill="#fff" />
    <path d=${path} fill="#000" />
  </svg>`;
}
