// The shop's own part of the checkout page: where to go when all is done, and copying test cards.
const element = document.querySelector('tillgate-checkout');
const order = document.querySelector('aside h2').textContent.replace('Order ', '');

element.addEventListener('tillgate-complete', (event) => {
  if (event.status === 'paid') window.location.assign(`/thank-you?order=${encodeURIComponent(order)}`);
});

for (const button of document.querySelectorAll('.copy')) {
  button.addEventListener('click', async () => {
    const text = button.textContent;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Copy it by hand';
    }
    setTimeout(() => (button.textContent = text), 1200);
  });
}
