// Prints the receipt. Without scripts there is no button, and the browser prints the page.
const button = document.querySelector('.print');
button.hidden = false;
button.addEventListener('click', () => window.print());
