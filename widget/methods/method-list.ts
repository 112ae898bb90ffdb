import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { MethodView } from '../../shared/contract/index.ts';

export interface MethodListOptions {
  methods: readonly MethodView[];
  chosen: string;
  legend: string;
  labelOf: (method: MethodView) => string;
  /** Side by side, the chosen one's content below them all. */
  tabs: boolean;
  disabled: boolean;
  onChoose: (method: string) => void;
  /** What belongs to the chosen method. */
  content: TemplateResult | typeof nothing;
}

/** The ways to pay as radio buttons; the chosen one is open. A single way needs no choice. */
export function methodList(options: MethodListOptions): TemplateResult | typeof nothing {
  const { content, tabs } = options;
  if (options.methods.length === 1) return content;
  const panel = html`<div class="panel">${content}</div>`;
  return html`<fieldset class="methods ${tabs ? 'tabs' : ''}" part="methods">
      <legend>${options.legend}</legend>
      ${options.methods.map((method) => {
        const chosen = method.method === options.chosen;
        return html`<div class="method ${chosen ? 'chosen' : ''}" part="method">
          <label>
            <input
              type="radio"
              name="method"
              value=${method.method}
              .checked=${chosen}
              ?disabled=${options.disabled}
              @change=${() => options.onChoose(method.method)}
            />
            <span>${options.labelOf(method)}</span>
          </label>
          ${chosen && !tabs ? panel : nothing}
        </div>`;
      })}
    </fieldset>
    ${tabs ? panel : nothing}`;
}
