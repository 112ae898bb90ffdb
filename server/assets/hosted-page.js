// The page holds the answer to the first request of the element, whose script runs after this one.
let view = document.querySelector('meta[name="session-view"]').content;
document.querySelector('tillgate-checkout').fetcher = (address, init) => {
  const first = view;
  view = undefined;
  const isKnown = first !== undefined && address.endsWith('/checkout/session');
  return isKnown ? Promise.resolve(new Response(first)) : fetch(address, init);
};

// Marks the page once the payment is complete: the order summary then shows it as paid instead of due.
addEventListener('tillgate-complete', (event) => {
  if (event.status === 'paid') document.body.classList.add('paid');
});

// The element is ready again when the order has changed: the order summary is then read anew.
addEventListener(
  'tillgate-ready',
  () => {
    addEventListener('tillgate-ready', readSummary);
  },
  { once: true },
);

let request;

function readSummary() {
  request?.abort();
  request = new XMLHttpRequest();
  request.open('GET', location.href);
  // Parsed without its scripts; a text would be one that Trusted Types forbids to parse.
  request.responseType = 'document';
  request.addEventListener('load', (event) => {
    const [shown, read] = [document, event.target.responseXML].map((page) => page?.querySelector('.about'));
    if (!shown || !read) return;
    const isOpen = shown.querySelector('.order').open;
    read.querySelector('.order').open = isOpen;
    shown.replaceWith(read);
  });
  request.send();
}
