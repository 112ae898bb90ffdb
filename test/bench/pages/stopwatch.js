// Runs before the script that is measured is asked for. Times in ms from the moment its tag is put into the page, and
// from its first statement.
const began = performance.now();
let shown = false;
let painted = Number.NaN;

/** Calls back once the frame after this moment is on the screen, with the time from the tag until then. */
function afterFrame(then) {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now() - began);
    port2.postMessage(null);
  });
}

/** The form stands in the page, be it only the empty places of its fields. */
window.show = () => {
  if (shown) return;
  shown = true;
  afterFrame((time) => {
    painted = time;
  });
};

/** A shopper can type into each of its fields. */
window.stop = () => {
  if (window.stopped) return;
  window.stopped = true;
  window.show();
  afterFrame((usable) => {
    const started = performance.getEntriesByName('script-start')[0].startTime - began;
    window.figures = { painted, usable, startToPaint: painted - started, startToUsable: usable - started };
  });
};

/** Puts a module script into the page. */
window.load = (source) => {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = source;
  document.head.append(script);
};
