// The shop's own script of the checkout page: the redirect after the payment, and what stands beside the form.
const element = document.querySelector('tillgate-checkout');
const { order } = document.querySelector('[data-order]').dataset;
const pay = document.querySelector('.pay');
const result = `/thank-you?order=${encodeURIComponent(order)}`;
const PENDING_INTERVAL = 1_500;

// The thank-you page reads the order's status from the companion. After a final decline or an expiry, a restarted checkout
// opens a new session.
element.addEventListener('tillgate-complete', (event) => {
  if (event.status === 'paid') window.location.assign(result);
  else document.querySelector('.restart').hidden = false;
});

// From now on the form is as tall as its content.
element.addEventListener('tillgate-ready', () => {
  pay.classList.add('ready');
  showBesideForm();
});

// The terms, the test cards and the change of the address belong to the form: they are hidden while the element shows a
// result or waits for a bank. A payment in progress shows its result without an event of its own, so the parts are watched.
function showBesideForm() {
  if (!pay.classList.contains('ready')) return;
  const hasForm = element.shadowRoot.querySelector('[part="form"]') !== null;
  for (const beside of document.querySelectorAll('.beside-form')) beside.hidden = !hasForm;
}
if (element.shadowRoot !== null) {
  new MutationObserver(showBesideForm).observe(element.shadowRoot, { childList: true, subtree: true });
}

// An order whose payment is decided later is received: its own page waits for the result.
element.addEventListener('tillgate-submit', () => setInterval(leaveIfPending, PENDING_INTERVAL), { once: true });

async function leaveIfPending() {
  try {
    const { is_pending } = await (await fetch(`/checkout/state?order=${encodeURIComponent(order)}`)).json();
    if (is_pending) window.location.assign(result);
  } catch {
    // Offline: the element shows it, and the next query follows.
  }
}
