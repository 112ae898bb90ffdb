import type { Page } from 'playwright-core';
import { waitUntilPageSettled } from './page-settled.ts';

/** The theme and locale of a story. */
export interface StoryAppearance {
  theme: 'light' | 'dark';
  locale?: string;
}

/** Every story's id, as the page of stories names them. */
export async function listStories(page: Page, url: string): Promise<string[]> {
  await page.goto(`${url}/stories/?bare`);
  return ((await page.locator('html').getAttribute('data-stories')) ?? '').split(' ');
}

/** Opens one story and waits until its state is reached. */
export async function openStory(page: Page, url: string, id: string, looks: StoryAppearance): Promise<void> {
  const query = new URLSearchParams({ bare: '', theme: looks.theme, locale: looks.locale ?? 'en', story: id });
  await page.goto(`${url}/stories/?${query.toString()}#${id}`);
  // A story of loading never comes to its end.
  if (id === 'load/skeleton') await page.locator('tillgate-checkout .skeleton').waitFor();
  else {
    await page.locator(`#stage[data-played="${id}"]`).waitFor();
    await waitUntilDrawn(page);
  }
  await waitUntilPageSettled(page);
}

/** Waits for what the element loads once its form is painted: the amounts, the marks, and the screens after the form. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const sheets = document.querySelector('tillgate-checkout')?.shadowRoot?.adoptedStyleSheets ?? [];
    return sheets.some(({ cssRules }) => [...cssRules].some(({ cssText }) => cssText.startsWith('.brands')));
  });
}
