// The shop's own script of the checkout page: the redirect after the payment, and the copy buttons of the test cards.
const element = document.querySelector('tillgate-checkout');
const { order } = document.querySelector('[data-order]').dataset;
const copied = document.querySelector('#copied');
const result = `/thank-you?order=${encodeURIComponent(order)}`;
const PENDING_INTERVAL = 1_500;

// The thank-you page reads the order's status from the companion. After a final decline or an expiry, a restarted checkout
// opens a new session.
element.addEventListener('tillgate-complete', (event) => {
  if (event.status === 'paid') window.location.assign(result);
  else document.querySelector('.restart').hidden = false;
});

// From now on the form is as tall as its content.
element.addEventListener('tillgate-ready', () => document.querySelector('.pay').classList.add('ready'));

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

for (const button of document.querySelectorAll('.copy')) {
  button.addEventListener('click', async () => {
    let status = 'Copied';
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
    } catch {
      // Without https, only localhost may write to the clipboard.
      status = 'Copying is not allowed here';
    }
    copied.textContent = `${status}: ${button.dataset.copy}`;
    button.dataset.status = status;
    setTimeout(() => delete button.dataset.status, 1_200);
  });
}
