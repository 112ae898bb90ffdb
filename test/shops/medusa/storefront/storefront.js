// A plain storefront of Medusa: basket, address and the element. The cart is kept for all tabs.
const { store, companion, key, region } = await (await fetch('/config.json')).json();

async function ask(method, path, body) {
  const response = await fetch(`${store}${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-publishable-api-key': key },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

const at = (selector) => document.querySelector(selector);
const say = (text) => (at('#message').textContent = text);
const element = at('tillgate-checkout');
const FIELDS = 'fields=id,total,completed_at,email,*shipping_methods,*payment_collection.payment_sessions';

async function showBasket() {
  const id = localStorage.getItem('cart');
  const { cart } = id ? await ask('GET', `/carts/${id}?${FIELDS}`) : {};
  at('#basket').textContent = cart ? `${cart.id} ${cart.total.toFixed(2)}` : 'empty';
  return cart;
}

async function add(variant) {
  if (!localStorage.getItem('cart')) {
    const { cart } = await ask('POST', '/carts', { region_id: region });
    localStorage.setItem('cart', cart.id);
  }
  await ask('POST', `/carts/${localStorage.getItem('cart')}/line-items`, { variant_id: variant, quantity: 1 });
  await showBasket();
}

/** Address and delivery, which a shop asks for on pages of its own. */
async function arrange(cart) {
  if (cart.shipping_methods.length > 0) return;
  await ask('POST', `/carts/${cart.id}`, {
    email: 'ana@example.com',
    shipping_address: {
      first_name: 'Ana',
      last_name: 'Souza',
      address_1: 'Main street 1',
      city: 'Berlin',
      postal_code: '10115',
      country_code: 'de',
    },
  });
  const { shipping_options: options } = await ask('GET', `/shipping-options?cart_id=${cart.id}`);
  await ask('POST', `/carts/${cart.id}/shipping-methods`, { option_id: options[0].id });
}

/** The cart's payment session. A change of the basket deletes it; one that is over is replaced. */
async function openSession(cart) {
  const [known] = cart.payment_collection?.payment_sessions ?? [];
  const isOver = known?.data.token === over || known?.status === 'error' || known?.status === 'canceled';
  if (known && !isOver) return known.data;
  const { payment_collection: collection } = await ask('POST', '/payment-collections', { cart_id: cart.id });
  const answer = await ask('POST', `/payment-collections/${collection.id}/payment-sessions`, {
    provider_id: 'pp_tillgate_tillgate',
    data: { email: cart.email },
  });
  return answer.payment_collection.payment_sessions[0].data;
}

async function checkout() {
  await arrange(await showBasket());
  const { token, server } = await openSession(await showBasket());
  element.server = server;
  element.hidden = false;
  element.session = token;
}

/** Places the order, if the webhook has not done so yet. */
async function afterPayment() {
  const id = localStorage.getItem('cart');
  element.hidden = true;
  const answer = await ask('POST', `/carts/${id}/complete`).catch((error) => ({ error }));
  if (answer.type !== 'order') {
    say(`Your order is not placed: ${answer.error.message}`);
    await showBasket();
    return;
  }
  localStorage.removeItem('cart');
  say(`Thank you. Order ${answer.order.id} is placed.`);
  await showBasket();
}

/** The token of the session that is over. */
let over;
element.addEventListener('tillgate-complete', ({ status }) => {
  over = element.session;
  const next = status === 'paid' ? afterPayment() : checkout();
  next.catch((error) => say(error.message));
});
at('#checkout').addEventListener('click', () => void checkout().catch((error) => say(error.message)));

await showBasket();
const { products } = await ask('GET', `/products?region_id=${region}&fields=title,variants.id`);
for (const { title, variants } of products) {
  const button = document.createElement('button');
  button.textContent = `Add ${title}`;
  button.addEventListener('click', () => void add(variants[0].id).catch((error) => say(error.message)));
  at('#products').append(button);
}
const script = document.createElement('script');
Object.assign(script, { type: 'module', src: `${companion}/widget/tillgate.js` });
document.head.append(script);
if (location.pathname === '/return') await afterPayment().catch((error) => say(error.message));
