import { companion, messageFor, tokenOf } from './shop.mjs';

// The pages of the shop as HTML.

/**
 * Content-Security-Policy of each page: scripts, styles, fonts and images of the shop itself, the element, and the frames
 * of banks. Without the sandbox, remove http://localhost:* from it.
 */
export const policy = [
  "default-src 'none'",
  `script-src 'self' ${companion}`,
  `connect-src ${companion}`,
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  'frame-src https: http://localhost:*',
  "form-action 'self' https: http://localhost:*",
  "require-trusted-types-for 'script'",
  'trusted-types tillgate',
].join('; ');

export function startPage() {
  return page(
    'Shop',
    '<h1>Morning mug</h1><form method="post" action="/orders"><button>Buy for 24.00 EUR</button></form>',
  );
}

/** Undefined for an unknown order. After an upgrade of the companion, copy the script tag that `tillgate serve` prints. */
export function checkoutPage(orderNo) {
  const token = tokenOf(orderNo);
  if (token === undefined) return undefined;
  return page(
    'Checkout',
    `<h1>Checkout</h1>
    <tillgate-checkout session="${token}" data-order="${orderNo}"></tillgate-checkout>
    <script type="module" src="${companion}/widget/tillgate.js" integrity="%INTEGRITY%" crossorigin></script>
    <script type="module" src="/checkout.js"></script>`,
  );
}

/** The script of the checkout page. */
export const checkoutScript = `const checkout = document.querySelector('tillgate-checkout');
checkout.addEventListener('tillgate-complete', () => {
  location.assign('/thank-you?order=' + checkout.dataset.order);
});
`;

export async function thankYouPage(orderNo) {
  return page('Your order', `<h1>Your order</h1><p>${await messageFor(orderNo)}</p><a href="/">Back to the shop</a>`);
}

function page(title, body) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    ${body}
  </body>
</html>
`;
}
