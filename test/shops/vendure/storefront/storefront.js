// A plain storefront of Vendure: basket, address and the element. The visitor's token is kept for all tabs.
const { shopApi, companion } = await (await fetch('/config.json')).json();

async function ask(query, variables = {}) {
  const token = localStorage.getItem('visitor');
  const response = await fetch(shopApi, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  });
  const given = response.headers.get('vendure-auth-token');
  if (given) localStorage.setItem('visitor', given);
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors[0].message);
  return data;
}

const at = (selector) => document.querySelector(selector);
const say = (text) => (at('#message').textContent = text);
const element = at('tillgate-checkout');

async function showBasket() {
  const { activeOrder: order } = await ask('{ activeOrder { code state totalWithTax lines { quantity } } }');
  at('#basket').textContent = order ? `${order.code} ${order.state} ${(order.totalWithTax / 100).toFixed(2)}` : 'empty';
  return order;
}

/** A basket can change only before its payment is arranged. */
async function add(id) {
  const order = await showBasket();
  if (order?.state === 'ArrangingPayment') {
    await ask('mutation { transitionOrderToState(state: "AddingItems") { __typename } }');
  }
  await ask(
    'mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { __typename ... on ErrorResult { message } } }',
    {
      id,
    },
  );
  await showBasket();
}

async function arrange() {
  const { activeOrder } = await ask('{ activeOrder { customer { id } shippingLines { priceWithTax } } }');
  if (!activeOrder.customer) {
    await ask(`mutation { setCustomerForOrder(input: { emailAddress: "ana@example.com", firstName: "Ana", lastName: "Souza" })
      { __typename ... on ErrorResult { message } } }`);
  }
  await ask(`mutation { setOrderShippingAddress(input: { fullName: "Ana Souza", streetLine1: "Main street 1", city: "Berlin",
    postalCode: "10115", countryCode: "DE" }) { __typename } }`);
  if (activeOrder.shippingLines.length === 0) {
    const { eligibleShippingMethods: methods } = await ask('{ eligibleShippingMethods { id } }');
    await ask('mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { __typename } }', {
      id: [methods[0].id],
    });
  }
}

async function checkout() {
  const { openTillgateCheckout: opened } = await ask(
    'mutation { openTillgateCheckout { orderCode sessionId token server status } }',
  );
  if (opened.status === 'paid') return thank(opened.orderCode);
  element.dataset.order = opened.orderCode;
  element.server = opened.server;
  element.hidden = false;
  if (element.session === opened.token) await element.update();
  else element.session = opened.token;
  await showBasket();
}

/** Vendure shows a guest an order only once it is placed. */
async function thank(code) {
  const query = 'query ($code: String!) { orderByCode(code: $code) { state } }';
  const order = await ask(query, { code }).then(
    (data) => data.orderByCode,
    () => null,
  );
  if (!order?.state.startsWith('Payment')) return false;
  element.hidden = true;
  say(`Thank you. Order ${code} is ${order.state}.`);
  await showBasket();
  return true;
}

/** The webhook may have placed the order already. If not, the mutation does; or it opens another session. */
async function afterPayment(code) {
  if (await thank(code)) return;
  try {
    await checkout();
    if (!element.hidden) say('Your order is not placed yet.');
  } catch (error) {
    if (!(await thank(code))) throw error;
  }
}

element.addEventListener('tillgate-complete', ({ status }) => {
  const next = status === 'paid' ? afterPayment(element.dataset.order) : checkout();
  next.catch((error) => say(error.message));
});

at('#checkout').addEventListener('click', () => {
  void (async () => {
    await arrange();
    await checkout();
  })().catch((error) => say(error.message));
});

// The first answer gives the visitor's token: nothing is pressed before.
await showBasket();
const { products } = await ask('{ products { items { name variants { id } } } }');
for (const { name, variants } of products.items) {
  const button = document.createElement('button');
  button.textContent = `Add ${name}`;
  button.addEventListener('click', () => void add(variants[0].id).catch((error) => say(error.message)));
  at('#products').append(button);
}
const script = document.createElement('script');
Object.assign(script, { type: 'module', src: `${companion}/widget/tillgate.js` });
document.head.append(script);
const [, code] = /^\/return\/(\w+)/.exec(location.pathname) ?? [];
if (code) await afterPayment(code).catch((error) => say(error.message));
