import { html, nothing, render, type TemplateResult } from 'lit';
import { defineTillgateCheckout } from '../../widget/index.ts';
import { AFTER_STORIES } from './after-stories.ts';
import { CARD_STORIES } from './card-stories.ts';
import { mountStory } from './mount-story.ts';
import { PEOPLE_STORIES } from './people-stories.ts';
import type { Story } from './story.ts';

const STORIES: readonly Story[] = [...CARD_STORIES, ...PEOPLE_STORIES, ...AFTER_STORIES];

const LANGUAGES = [
  'en',
  'es',
  'pt-BR',
  'fr',
  'de',
  'it',
  'nl',
  'pl',
  'tr',
  'ar',
  'he',
  'ja',
  'zh-Hans',
  'zh-Hant',
].concat(['ko', 'id', 'th', 'vi']);

const CHOICES = {
  theme: ['auto', 'light', 'dark'],
  look: ['plain', 'paper', 'soft', 'sharp'],
  locale: LANGUAGES,
} as const;
type Choice = keyof typeof CHOICES;

/** The address holds everything: `?theme=dark&look=soft&locale=ar#card/typing`. */
const query = new URLSearchParams(location.search);
const chosen = (name: Choice): string => query.get(name) ?? CHOICES[name][0];

function show(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  const story = STORIES.find((candidate) => candidate.id === id) ?? STORIES[0];
  if (story === undefined) return;
  document.documentElement.dataset['theme'] = chosen('theme');
  const bare = query.has('bare');
  render(
    html`${bare ? nothing : navigation(story)}
      <main>
        ${bare ? nothing : bar(story)}
        <div id="stage"></div>
      </main>`,
    app(),
  );
  void play(story);
}

async function play(story: Story): Promise<void> {
  const stage = document.querySelector<HTMLElement>('#stage');
  if (stage === null) return;
  delete stage.dataset['played'];
  const theme = chosen('theme') as 'auto';
  await mountStory(story, stage, { theme, locale: chosen('locale') });
  stage.dataset['played'] = story.id;
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

function bar(story: Story): TemplateResult {
  return html`<header>
    <h1>${story.title}</h1>
    <form @change=${turn}>
      ${(Object.keys(CHOICES) as Choice[]).map(
        (name) =>
          html`<label
            >${name}
            <select name=${name}>
              ${CHOICES[name].map((value) => html`<option ?selected=${value === chosen(name)}>${value}</option>`)}
            </select></label
          >`,
      )}
    </form>
  </header>`;
}

function turn(event: Event): void {
  const { name, value } = event.target as HTMLSelectElement;
  query.set(name, value);
  location.search = query.toString();
}

function app(): HTMLElement {
  const found = document.querySelector<HTMLElement>('#app');
  if (found === null) throw new Error('The page has no place for stories.');
  return found;
}

if (chosen('look') !== 'plain') {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL(`./themes/${chosen('look')}.css`, location.href).href;
  document.head.append(link);
}
defineTillgateCheckout();
addEventListener('hashchange', show);
show();

/** For tools that walk through all of them. */
document.documentElement.dataset['stories'] = STORIES.map(({ id }) => id).join(' ');
