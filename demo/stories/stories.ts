import { html, nothing, render, type TemplateResult } from 'lit';
import { defineTillgateCheckout, type TillgateCheckout } from '../../widget/index.ts';
import { FakeCompanion } from '../../widget/testing/index.ts';
import { OUTCOME_STORIES } from './outcome-stories.ts';
import { FORM_STORIES } from './card-stories.ts';
import { SHOPPER_FIELD_STORIES } from './shopper-stories.ts';
import { createFormDriver } from './form-driver.ts';
import type { Story } from './story.ts';

const STORIES: readonly Story[] = [...FORM_STORIES, ...SHOPPER_FIELD_STORIES, ...OUTCOME_STORIES];

const LOCALES = 'en es pt-BR fr de it nl pl tr ar he ja zh-Hans zh-Hant ko id th vi'.split(' ');

const CHOICES = {
  theme: ['auto', 'light', 'dark'],
  look: ['plain', 'paper', 'soft', 'sharp'],
  locale: LOCALES,
} as const;
type Choice = keyof typeof CHOICES;

/** The URL holds every choice: `?theme=dark&look=soft&locale=ar#card/typing`. */
const query = new URLSearchParams(location.search);
const choiceOf = (name: Choice): string => query.get(name) ?? CHOICES[name][0];

function show(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  const story = STORIES.find((candidate) => candidate.id === id) ?? STORIES[0];
  if (story === undefined) return;
  document.documentElement.dataset['theme'] = choiceOf('theme');
  const bare = query.has('bare');
  render(
    html`${bare ? nothing : navigation(story)}
      <main>
        ${bare ? nothing : toolbar(story)}
        <div id="stage"></div>
      </main>`,
    appRoot(),
  );
  void play(story);
}

async function play(story: Story): Promise<void> {
  const stage = document.querySelector<HTMLElement>('#stage');
  if (stage === null) return;
  delete stage.dataset['played'];
  const theme = choiceOf('theme') as 'auto';
  await mountStory(story, stage, { theme, locale: choiceOf('locale') });
  stage.dataset['played'] = story.id;
}

/** The theme and locale of a story. */
interface StoryOptions {
  theme: TillgateCheckout['theme'];
  locale: string;
}

/** Mounts a story's element; resolves once the element shows the story's state. */
async function mountStory(story: Story, container: HTMLElement, { theme, locale }: StoryOptions): Promise<void> {
  const companion = new FakeCompanion(story.view);
  story.prepare?.(companion);
  const element = document.createElement('tillgate-checkout');
  Object.assign(element, {
    server: 'https://companion.example',
    fetcher: companion.fetch,
    session: 'tgs_story',
    theme,
    locale,
    ...story.attributes,
  });
  const ready = new Promise((resolve) => {
    for (const name of ['tillgate-ready', 'tillgate-error', 'tillgate-complete'] as const) {
      element.addEventListener(name, resolve, { once: true });
    }
    if (story.prepare !== undefined && story.play === undefined) setTimeout(resolve, 300);
  });
  container.replaceChildren(element);
  await ready;
  await element.updateComplete;
  await story.play?.(createFormDriver(element), companion);
  await element.updateComplete;
}

function navigation(current: Story): TemplateResult {
  const groupOf = ({ id }: Story): string => id.split('/')[0] ?? '';
  const groups = [...new Set(STORIES.map(groupOf))];
  return html`<nav aria-label="Stories">
    <p><b>Tillgate</b> · <a href="./themes.html">Themes</a></p>
    ${groups.map(
      (name) =>
        html`<h2>${name}</h2>
          <ul>
            ${STORIES.filter((story) => groupOf(story) === name).map(
              ({ id, title }) =>
                html`<li><a href="#${id}" aria-current=${id === current.id ? 'page' : nothing}>${title}</a></li>`,
            )}
          </ul>`,
    )}
  </nav>`;
}

function toolbar(story: Story): TemplateResult {
  return html`<header>
    <h1>${story.title}</h1>
    <form @change=${setChoice}>
      ${(Object.keys(CHOICES) as Choice[]).map(
        (name) =>
          html`<label
            >${name}
            <select name=${name}>
              ${CHOICES[name].map((value) => html`<option ?selected=${value === choiceOf(name)}>${value}</option>`)}
            </select></label
          >`,
      )}
    </form>
  </header>`;
}

function setChoice(event: Event): void {
  const { name, value } = event.target as HTMLSelectElement;
  query.set(name, value);
  location.search = query.toString();
}

function appRoot(): HTMLElement {
  const found = document.querySelector<HTMLElement>('#app');
  if (found === null) throw new Error('The page has no #app element.');
  return found;
}

if (choiceOf('look') !== 'plain') {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL(`./themes/${choiceOf('look')}.css`, location.href).href;
  document.head.append(link);
}
defineTillgateCheckout();
addEventListener('hashchange', show);
show();

/** Read by the tests that open every story. */
document.documentElement.dataset['stories'] = STORIES.map(({ id }) => id).join(' ');
