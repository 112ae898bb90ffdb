import { expect, test } from 'vitest';
import { parseShopPage } from './parse-shop-page.ts';

const page = new URL('https://shop.example/checkout');

test('a page is read with any quotes, order and spelling of its attributes', () => {
  const facts = parseShopPage(
    `<!-- <tillgate-checkout> -->
     <META HTTP-EQUIV="Content-Security-Policy" content="default-src &#39;self&#x27;; img-src a.example&amp;b">
     <link href='/shop.css' rel='preload stylesheet'><link rel=icon href=/icon.svg>
     <script src="/other.js"></script>
     <script integrity='sha384-a' nonce=abc crossorigin type=module
       src=https://pay.shop.example/widget/tillgate.js ></script>
     <tillgate-checkout session="tgs_1" data-note="a > b" isolated></tillgate-checkout>`,
    page,
  );
  expect(facts).toEqual({
    script: {
      address: new URL('https://pay.shop.example/widget/tillgate.js'),
      isModule: true,
      integrity: 'sha384-a',
      nonce: 'abc',
    },
    hasElement: true,
    isIsolated: true,
    styles: [new URL('https://shop.example/shop.css')],
    policies: ["default-src 'self'; img-src a.example&b"],
  });
});

test('a page without the element has none of it', () => {
  expect(parseShopPage('<p>tillgate-checkout</p><script src="http://[/widget/tillgate.js"></script>', page)).toEqual({
    script: undefined,
    hasElement: false,
    isIsolated: false,
    styles: [],
    policies: [],
  });
});
