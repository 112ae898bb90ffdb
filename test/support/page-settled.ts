import type { Page } from 'playwright-core';

/** Waits until a page is at rest: its fonts are loaded, its finite animations are at their end, and that is painted. */
export async function waitUntilPageSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const rootsIn = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => [
      root,
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot === null ? [] : rootsIn(shadowRoot))),
    ];
    const ends = ({ effect, playState }: Animation): boolean =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime ?? 0);
    const running = rootsIn(document).flatMap((root) => root.getAnimations().filter(ends));
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
  await waitUntilPainted(page);
}

/** Waits until what has changed so far is painted, and the observers have heard of it. */
export async function waitUntilPainted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
}
