import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { MethodView } from '../../shared/contract/index.ts';

export interface MethodListOptions {
  methods: readonly MethodView[];
  chosen: string;
  legend: string;
  labelOf: (method: MethodView) => string;
  markOf: (method: MethodView) => TemplateResult | typeof nothing;
  /** Side by side, the chosen one's content below them all. */
  tabs: boolean;
  /** The shopper chose the method, so that its panel opens smoothly. */
  turned: boolean;
  disabled: boolean;
  onChoose: (method: string) => void;
  /** What belongs to the chosen method. */
  content: TemplateResult | typeof nothing;
}

/** The payment methods as radio buttons; the chosen one is open. */
export function methodList(options: MethodListOptions): TemplateResult {
  const { content, tabs } = options;
  const panel = html`<div class="panel">${content}</div>`;
  return html`<div class=${options.turned ? 'turned' : ''}>
    <fieldset class="methods ${tabs ? 'tabs' : ''}" part="methods">
      <legend>${options.legend}</legend>
      ${options.methods.map((method) => {
        const chosen = method.method === options.chosen;
        return html`<div class="method" part="method">
          <label class="row">
            <input
              part="radio"
              type="radio"
              name="method"
              value=${method.method}
              .checked=${chosen}
              ?disabled=${options.disabled}
              @change=${() => options.onChoose(method.method)}
            />
            <span>${options.labelOf(method)}</span>
            ${options.markOf(method)}
          </label>
          ${chosen && !tabs ? panel : nothing}
        </div>`;
      })}
    </fieldset>
    ${tabs ? panel : nothing}
  </div>`;
}
