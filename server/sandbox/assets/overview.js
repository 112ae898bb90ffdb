// Copies the numbers of the test cards.
for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = 'Copied';
    } catch {
      // Without https, only localhost may write to the clipboard.
      button.textContent = 'Not allowed here';
    }
    setTimeout(() => (button.textContent = 'Copy'), 1_200);
  });
}
