// Runs before the script that is measured is asked for. Times in ms from the moment its tag is put into the page.
const began = performance.now();
let over = false;

/** The form stands in the page, and then the frame after that is on the screen. */
window.stop = () => {
  if (over) return;
  over = true;
  const inPlace = performance.now() - began;
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (window.figures = { inPlace, painted: performance.now() - began });
    port2.postMessage(null);
  });
};

/** Puts a module script into the page. */
window.load = (source) => {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = source;
  document.head.append(script);
};
