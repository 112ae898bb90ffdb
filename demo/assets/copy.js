// The copy buttons of the test cards and of recorded requests. The list around them has the words for what happened.
const copied = document.querySelector('#copied');

for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false;
  const words = button.closest('[data-copied]').dataset;
  button.addEventListener('click', async () => {
    let status = words.copied;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
    } catch {
      // Without https, only localhost may write to the clipboard.
      status = words.notCopied;
    }
    const isShort = button.dataset.copy.length < 40;
    copied.textContent = isShort ? `${status}: ${button.dataset.copy}` : status;
    button.dataset.status = status;
    setTimeout(() => delete button.dataset.status, 1_200);
  });
}
