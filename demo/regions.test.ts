import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createShopClient,
  createWidgetFolder,
  orderOf,
  payAtShop,
  startUnbuiltDemo,
  tokenOf,
  type ShopClient,
} from '../test/support/shop-client.ts';
import { TEST_CARDS } from '../server/sandbox/index.ts';
import type { Demo } from './start-demo.ts';

const { widgetDir, remove } = createWidgetFolder();
let demo: Demo;
let shopper: ShopClient;

afterAll(remove);

beforeEach(async () => {
  demo = await startUnbuiltDemo(widgetDir);
  shopper = createShopClient(demo);
});

afterEach(() => demo.close());

describe('the delivery address', () => {
  const ADDRESS = {
    first_name: 'Lena',
    last_name: 'Vogel',
    address: 'Torstraße 1',
    postal_code: '10115',
    city: 'Berlin',
    country: 'DE',
  };

  test('that the shopper gives goes into a new order, with the names for methods that need them', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    const before = await shopper.read('/checkout');
    expect(before).toContain('12 Harbour Street');
    const saved = await shopper.post('/checkout/delivery', ADDRESS);
    expect(saved.headers.get('location')).toBe('/checkout');
    const checkout = await shopper.read('/checkout');
    expect(orderOf(checkout)).not.toBe(orderOf(before));
    expect(checkout).toContain('Torstraße 1');
    const headers = { authorization: `Bearer ${tokenOf(checkout)}` };
    const view: unknown = await (await fetch(`${demo.companionUrl}/checkout/session`, { headers })).json();
    expect(view).toMatchObject({ prefill: { shopper: { first_name: 'Lena', last_name: 'Vogel' } } });
    await payAtShop(demo, checkout, '4242424242424242');
    expect(await shopper.read('/requests')).toContain('Torstraße 1');
  });

  test.each([
    ['city', '', 'Fill in: City.'],
    ['postal_code', '1011', 'Write the postal code like 10115.'],
    ['country', 'BR', 'Choose one of the countries.'],
    ['address', '4242 4242 4242 4242', 'This looks like a card number'],
    ['city', '4242.4242 / 4242_٤٢٤٢', 'This looks like a card number'],
  ])('with a wrong %s is not saved', async (name, value, text) => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    const refused = await shopper.post('/checkout/delivery', { ...ADDRESS, [name]: value });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain(text);
    expect(await shopper.read('/checkout')).toContain('12 Harbour Street');
  });
});

describe('the shop in Brazil', () => {
  beforeEach(() => shopper.post('/currency', { currency: 'BRL' }));

  test('speaks Portuguese, and so does its element; the pages for developers stay English', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    const basket = await shopper.read('/basket');
    expect(basket).toContain('<html lang="pt-BR">');
    expect(basket).toContain('Pix aprovado na hora.');
    const checkout = await shopper.read('/checkout');
    expect(checkout).toContain('locale="pt-BR"');
    expect(checkout).toContain('Caneca da manhã');
    expect(checkout).toContain('Demo: sem dinheiro real. <u>Para desenvolvedores</u>');
    expect(checkout).toContain('<dd>Incluídos</dd>');
    expect(await shopper.read('/nothing')).toContain('Página não encontrada');
    expect(await shopper.read('/requests')).toContain('<html lang="en">');
  });

  const ADDRESS = {
    first_name: 'Ana',
    last_name: 'Souza',
    address: 'Rua Barão de Jaguara, 7',
    postal_code: '13015000',
    city: 'Campinas',
    state: 'sp',
    country: 'BR',
  };

  test('writes an address with its state, which goes to the gateway too', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    expect(await shopper.read('/checkout/delivery')).toContain('name="state"');
    await shopper.post('/checkout/delivery', ADDRESS);
    const checkout = await shopper.read('/checkout');
    expect(checkout).toMatch(/Rua Barão de Jaguara, 7<br \/>Campinas – SP, <span\s+class="whole"\s*>13015-000</);
    await payAtShop(demo, checkout, '4242424242424242');
    expect(await shopper.read('/requests')).toMatch(/delivery_state[^A-Z]*SP\b/);
  });

  test.each([
    ['', 'Preencha: Estado.'],
    ['São Paulo', 'Escreva a sigla do estado, como SP.'],
  ])('refuses the state %j in Brazil, and takes it in Argentina', async (state, text) => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    const refused = await shopper.post('/checkout/delivery', { ...ADDRESS, state });
    expect(await refused.text()).toContain(text);
    const abroad = { ...ADDRESS, state, postal_code: 'C1002AAA', country: 'AR' };
    expect((await shopper.post('/checkout/delivery', abroad)).status).toBe(303);
  });

  test('says in Portuguese what each test card does', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    const checkout = await shopper.read('/checkout');
    for (const { meaning } of TEST_CARDS.filter(({ number }) => number !== '4000000000003220')) {
      expect(checkout).not.toContain(`<span>${meaning}</span>`);
    }
  });
});
