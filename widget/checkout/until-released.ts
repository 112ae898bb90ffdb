/** Resolves once the pressed pointer is let go, after its click. */
export function untilReleased(): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = (): void => {
      over.abort();
      setTimeout(resolve);
    };
    addEventListener('pointerup', end, { signal: over.signal });
    addEventListener('pointercancel', end, { signal: over.signal });
  });
}
