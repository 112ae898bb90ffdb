// The end of a challenge. In a frame it asks the page around it to look at the outcome; on a page of its own it leads
// on to the shop. The message proves nothing and carries nothing: whoever gets it asks the companion.
const { payment, origin } = document.body.dataset;
const link = document.getElementById('continue');
if (window.parent === window) {
  window.location.replace(link.href);
} else {
  link.hidden = true;
  if (origin) window.parent.postMessage({ type: 'tillgate:returned', payment_id: payment }, origin);
}
