// The shop's own part of the checkout page: where to go when all is done, and copying test cards.
const element = document.querySelector('tillgate-checkout');
const { order } = document.querySelector('[data-order]').dataset;
const copied = document.querySelector('#copied');

// The address says where to look; whether the order is paid, the shop's server asks the companion. Declined for good or
// expired, this session is over: the checkout opened anew finds another one.
element.addEventListener('tillgate-complete', (event) => {
  if (event.status === 'paid') window.location.assign(`/thank-you?order=${encodeURIComponent(order)}`);
  else document.querySelector('.restart').hidden = false;
});

for (const button of document.querySelectorAll('.copy')) {
  button.addEventListener('click', async () => {
    let word = 'Copied';
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
    } catch {
      // Pages without https on another machine may not write to the clipboard.
      word = 'Copying is not allowed here';
    }
    copied.textContent = `${word}: ${button.dataset.copy}`;
    button.dataset.word = word;
    setTimeout(() => delete button.dataset.word, 1_200);
  });
}
