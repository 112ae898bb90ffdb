/** The longest wait, in ms: a tab that nobody sees is not painted. */
const PATIENCE = 200;

/** Resolves once what was drawn is on the screen. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, PATIENCE);
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(patience);
        resolve();
      }),
    );
  });
}
