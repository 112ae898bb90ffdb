import { html } from 'hono/html';
import type { IssuerLogoName } from './issuer-brands.ts';

type Html = ReturnType<typeof html>;

/** Any shop may frame these pages. They load nothing from other origins and run no scripts. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self' http: https:; " +
    "require-trusted-types-for 'script'; trusted-types 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** The overview has a script of its own: it copies the test cards' numbers. */
const SCRIPT_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  'content-security-policy': `script-src 'self'; ${PAGE_HEADERS['content-security-policy'] ?? ''}`,
};

type PageLook = 'challenge' | 'gateway' | 'overview' | 'bank' | `bank ${IssuerLogoName}`;

/** A page of the sandbox. `look` selects a challenge, the gateway's card page, a bank's page, or the ledger. */
export async function sandboxPage(look: PageLook, title: string, content: Html, status = 200): Promise<Response> {
  const isOverview = look === 'overview';
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/sandbox.svg" type="image/svg+xml" />
        <link rel="preload" as="font" type="font/woff2" href="/fonts/geist-latin.woff2" crossorigin />
        <link rel="stylesheet" href="/type.css" />
        <link rel="stylesheet" href="/sandbox.css" />
        <link rel="stylesheet" href="/${stylesheetOf(look)}.css" />
        ${isOverview ? html`<script type="module" src="/overview.js"></script>` : ''}
      </head>
      <body class="${look}">
        ${content}
      </body>
    </html>`;
  return new Response(document, { status, headers: isOverview ? SCRIPT_HEADERS : PAGE_HEADERS });
}

/** The styles of a page beside those of every page. */
function stylesheetOf(look: PageLook): 'dialog' | 'overview' | 'bank' {
  if (look === 'challenge' || look === 'gateway') return 'dialog';
  return look === 'overview' ? 'overview' : 'bank';
}

/** A page with one message. */
export function sandboxMessagePage(title: string, text: string, status: number): Promise<Response> {
  return sandboxPage(
    'bank',
    title,
    html`<main class="sheet">
      <h1>${title}</h1>
      <p>${text}</p>
    </main>`,
    status,
  );
}
