// Runs before the script that is measured is asked for. Times in ms from the moment its tag is put into the page, and
// from its first statement.
const began = performance.now();
let over = false;

/** The form stands in the page, and then the frame after that is on the screen. */
window.stop = () => {
  if (over) return;
  over = true;
  const inPlace = performance.now() - began;
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const painted = performance.now() - began;
      const started = performance.getEntriesByName('script-start')[0].startTime - began;
      window.figures = { inPlace, painted, startToPlace: inPlace - started, startToPaint: painted - started };
    };
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
