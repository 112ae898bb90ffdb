// Mounts the element, brings it to some point of its life, and removes it there. The test counts what is left behind.
const here = document.querySelector('#here');
const there = document.querySelector('#there');
const view = await (await fetch('/checkout/session')).json();
const CHALLENGE = {
  status: 'action_required',
  payment_id: 'pay_1',
  abandonable: true,
  action: { type: 'challenge', url: `${location.origin}/pages/blank.html`, method: 'POST', fields: { creq: '1' } },
};

const json = (body) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

/** A call that is never answered, as fetch has it: only its signal ends it. */
const never = ({ signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** A companion in the page, by the last part of the path; whatever it has no answer for is never answered. */
const companion = (answers) => (url, init) => {
  const answer = answers[new URL(url).pathname.split('/').pop()];
  return answer === undefined ? never(init) : Promise.resolve(json(answer));
};

/** Waits, but not in vain. */
async function until(holds) {
  const deadline = performance.now() + 10_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`waited in vain for ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function mount(answers, place = here) {
  const element = document.createElement('tillgate-checkout');
  element.server = location.origin;
  element.fetcher = companion(answers);
  element.session = 'tgs_leaks';
  place.append(element);
  return element;
}

const query = (element, selector) => element.shadowRoot.querySelector(selector);

function type(element, name, text) {
  const input = query(element, `#card-${name}`);
  input.focus();
  input.value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}

async function mountForm(answers, place) {
  const element = mount(answers, place);
  await until(() => query(element, '#card-holder') !== null);
  return element;
}

async function pay(element) {
  type(element, 'number', '4242424242424242');
  type(element, 'expiry', '1231');
  type(element, 'code', '123');
  type(element, 'holder', 'Ana Souza');
  query(element, '[type=submit]').click();
  await until(() => query(element, 'form')?.getAttribute('aria-busy') !== 'false');
}

/** Each ends with the element gone from the page. */
const LIVES = {
  async 'while the session loads'() {
    const element = mount({});
    await element.updateComplete;
    element.remove();
  },
  async 'with the form shown'() {
    const element = await mountForm({ session: view });
    type(element, 'number', '4242');
    element.remove();
  },
  async 'while the payment is sent'() {
    const element = await mountForm({ session: view });
    await pay(element);
    element.remove();
  },
  async 'while a challenge is open'() {
    const element = await mountForm({ session: view, payments: CHALLENGE });
    await pay(element);
    await until(() => query(element, 'dialog')?.open === true);
    // In half of them the issuer's page is still on its way.
    if ((challenges += 1) % 2 === 0) {
      await until(() => (query(element, 'iframe').contentDocument?.querySelectorAll('p').length ?? 0) > 0);
    }
    element.remove();
  },
  async 'while the result is checked'() {
    const element = await mountForm({ session: view, payments: { status: 'unknown', payment_id: 'pay_1' } });
    await pay(element);
    await until(() => query(element, '#result-title') !== null);
    element.remove();
  },
  async 'while the page cannot reach its companion'() {
    const element = mount({});
    element.fetcher = () => Promise.reject(new TypeError('Failed to fetch'));
    await until(() => query(element, '#result-title') !== null);
    element.remove();
  },
  async 'while its form is in a frame'() {
    const element = mount({});
    element.isolated = true;
    // Another origin, as the frame has to have; nothing in it ever speaks.
    element.server = location.origin.replace('localhost', '127.0.0.1');
    await until(() => query(element, 'iframe') !== null);
    element.remove();
  },
  async 'but kept by the page'() {
    const element = await mountForm({ session: view });
    // An element that was removed is emptied: what was drawn has to be kept too.
    kept.push(element, query(element, '.root'));
    element.remove();
  },
  async 'after it was moved in the page'() {
    const element = await mountForm({ session: view });
    there.append(element);
    await until(() => query(element, '#card-holder') !== null);
    element.remove();
  },
};
let challenges = 0;
const kept = [];

window.run = async (name, times) => {
  for (let round = 0; round < times; round += 1) await LIVES[name]();
  // The focus would hold on to the last one.
  document.activeElement?.blur?.();
};
window.mountForm = async (place) => {
  const paid = { status: 'paid', payment_id: 'pay_1' };
  await mountForm({ session: view, payments: paid }, document.querySelector(place));
};
window.remove = (place) => document.querySelector(`${place} tillgate-checkout`).remove();
window.pay = async (place) => {
  const element = document.querySelector(`${place} tillgate-checkout`);
  await pay(element);
  await until(() => query(element, '.paid') !== null);
};
