// Marks the page once the payment is complete: the order summary then shows it as paid instead of due.
addEventListener('tillgate-complete', (event) => {
  if (event.status === 'paid') document.body.classList.add('paid');
});
