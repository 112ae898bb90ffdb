import { html, render, type TemplateResult } from 'lit';
import { defineTillgateCheckout, type TillgateCheckout } from '../../widget/index.ts';
import { FakeCompanion } from '../../widget/testing/index.ts';
import { CARD_METHOD, createRedirectMethod } from './story.ts';

const LOOKS = ['plain', 'paper', 'soft', 'sharp'];
const COLOURS = [
  'primary',
  'on-primary',
  'focus',
  'text',
  'muted',
  'surface',
  'border',
  'field-border',
  'danger',
  'success',
];
const FONTS = ['', 'Georgia, serif', 'ui-monospace, monospace', "'Trebuchet MS', sans-serif"];

/** The values set by the visitor, by token. */
const tokens = new Map<string, string>();
const settings = {
  look: 'plain',
  theme: 'auto' as TillgateCheckout['theme'],
  layout: 'accordion' as TillgateCheckout['layout'],
};

const companion = new FakeCompanion({
  methods: [
    CARD_METHOD,
    createRedirectMethod('online_banking', 'Online banking'),
    createRedirectMethod('pix', 'Pix', { presents: 'qr' }),
  ],
  keeps_cards: true,
});

/** The page's policy allows no style attributes, so its rules go into a constructed style sheet. */
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

function asCss(): string {
  const lines = [...tokens].map(([name, value]) => `  --tillgate-${name}: ${value};`);
  return lines.length === 0 ? '' : `tillgate-checkout {\n${lines.join('\n')}\n}`;
}

function setToken(name: string, value: string): void {
  if (value === '') tokens.delete(name);
  else tokens.set(name, value);
  sheet.replaceSync(asCss().replace('tillgate-checkout {', 'body tillgate-checkout {'));
  update();
}

function update(): void {
  document.documentElement.dataset['theme'] = settings.theme;
  const app = document.querySelector<HTMLElement>('#app');
  if (app === null) return;
  render(view(), app);
  void showColours(app);
}

/** Sets each colour input to the form's computed colour. */
async function showColours(app: HTMLElement): Promise<void> {
  const form = app.querySelector<TillgateCheckout>('tillgate-checkout');
  await form?.updateComplete;
  const root = form?.shadowRoot;
  if (!root) return;
  const probe = document.createElement('span');
  root.append(probe);
  for (const input of app.querySelectorAll<HTMLInputElement>('input[type="color"]')) {
    probe.style.color = `var(--_${input.name})`;
    input.value = toHex(getComputedStyle(probe).color);
  }
  probe.remove();
}

/** A colour input accepts hexadecimal only: `rgb(36, 64, 214)` becomes `#2440d6`. */
function toHex(rgb: string): string {
  const parts = rgb.match(/\d+/g) ?? [];
  return `#${parts
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`;
}

function view(): TemplateResult {
  return html`<div class="themes">
    <section class="controls" aria-label="Theme">
      <p><a href="./index.html">Stories</a></p>
      <fieldset>
        <legend>Start from</legend>
        ${choice('look', LOOKS, settings.look, setLook)}
        ${choice('theme', ['auto', 'light', 'dark'], settings.theme, (value) => {
          settings.theme = value as TillgateCheckout['theme'];
        })}
        ${choice('layout', ['accordion', 'tabs'], settings.layout, (value) => {
          settings.layout = value as TillgateCheckout['layout'];
        })}
      </fieldset>
      <fieldset>
        <legend>Colours</legend>
        ${COLOURS.map(
          (name) =>
            html`<label
              >${name}
              <input
                type="color"
                name=${name}
                @input=${(event: Event) => setToken(`color-${name}`, (event.target as HTMLInputElement).value)}
            /></label>`,
        )}
      </fieldset>
      <fieldset>
        <legend>Shape</legend>
        ${range('radius', 0, 2)} ${range('button-radius', 0, 2)} ${range('spacing', 0.5, 2)}
        ${choice('font-family', FONTS, tokens.get('font-family') ?? '', (value) => setToken('font-family', value))}
      </fieldset>
      <p>For the shop’s style sheet:</p>
      <pre tabindex="0">${asCss() || 'tillgate-checkout { }'}</pre>
    </section>
    <main class="stage">
      <div>
        <tillgate-checkout
          server="https://companion.example"
          .fetcher=${companion.fetch}
          session="tgs_theme"
          theme=${settings.theme}
          layout=${settings.layout}
        ></tillgate-checkout>
      </div>
    </main>
  </div>`;
}

function choice(
  name: string,
  values: readonly string[],
  current: string,
  take: (value: string) => void,
): TemplateResult {
  const change = (event: Event): void => {
    take((event.target as HTMLSelectElement).value);
    update();
  };
  return html`<label
    >${name}
    <select @change=${change}>
      ${values.map((value) => html`<option value=${value} ?selected=${value === current}>${value || 'its own'}</option>`)}
    </select></label
  >`;
}

function range(name: string, min: number, max: number): TemplateResult {
  const value = tokens.get(name)?.replace('rem', '') ?? (name === 'spacing' ? '1' : '0.75');
  return html`<label
    >${name}
    <input
      type="range"
      min=${min}
      max=${max}
      step="0.05"
      .value=${value}
      @input=${(event: Event) => setToken(name, `${(event.target as HTMLInputElement).value}rem`)}
  /></label>`;
}

let link: HTMLLinkElement | undefined;

function setLook(look: string): void {
  settings.look = look;
  link?.remove();
  if (look === 'plain') return;
  link = document.createElement('link');
  link.rel = 'stylesheet';
  link.onload = update;
  link.href = new URL(`./themes/${look}.css`, location.href).href;
  document.head.append(link);
}

defineTillgateCheckout();
update();
