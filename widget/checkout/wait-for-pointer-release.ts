/** The longest wait, in ms: a menu or a dialog of the browser may swallow the release. */
const PATIENCE = 1_000;

/** Resolves once the pressed pointer is released, after its click. */
export function waitForPointerRelease(): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = (): void => {
      over.abort();
      clearTimeout(patience);
      setTimeout(resolve);
    };
    const patience = setTimeout(end, PATIENCE);
    addEventListener('pointerup', end, { signal: over.signal });
    addEventListener('pointercancel', end, { signal: over.signal });
  });
}
