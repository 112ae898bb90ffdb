import type { TillgateCheckout } from '../../widget/index.ts';
import { FakeCompanion } from '../../widget/testing/index.ts';
import { createActor } from './act.ts';
import type { Story } from './story.ts';

/** What a visitor may turn on any story. */
export interface Looks {
  theme: TillgateCheckout['theme'];
  locale: string;
}

/** Puts a story's element into a place; resolves once the state it tells of is there. */
export async function mountStory(story: Story, place: HTMLElement, looks: Looks): Promise<void> {
  const companion = new FakeCompanion(story.view);
  story.prepare?.(companion);
  const element = document.createElement('tillgate-checkout');
  Object.assign(element, {
    server: 'https://companion.example',
    fetcher: companion.fetch,
    session: 'tgs_story',
    theme: looks.theme,
    locale: looks.locale,
    ...story.attributes,
  });
  const settled = new Promise((resolve) => {
    for (const name of ['tillgate-ready', 'tillgate-error', 'tillgate-complete'] as const) {
      element.addEventListener(name, resolve, { once: true });
    }
    if (story.prepare !== undefined && story.play === undefined) setTimeout(resolve, 300);
  });
  place.replaceChildren(element);
  await settled;
  await element.updateComplete;
  await story.play?.(createActor(element), companion);
  await element.updateComplete;
}
