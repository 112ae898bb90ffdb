/** The longest wait, in ms: a tab in the background is not painted. */
const PATIENCE = 200;

/** Resolves once what was drawn is on the screen and the browser has nothing better to do, such as taking a click. */
export function waitForPaint(): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, PATIENCE);
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(patience);
        // One engine has none.
        if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: PATIENCE });
        else resolve();
      }),
    );
  });
}
