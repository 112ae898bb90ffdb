import { html, type TemplateResult } from 'lit';
import type { MethodView } from '../../shared/contract/index.ts';

export interface MethodListOptions {
  methods: readonly MethodView[];
  chosen: string;
  legend: string;
  labelOf: (method: MethodView) => string;
  disabled: boolean;
  onChoose: (method: string) => void;
  /** What belongs to the chosen method. */
  content: TemplateResult;
}

/** The ways to pay as radio buttons; the chosen one is open. A single way needs no choice. */
export function methodList(options: MethodListOptions): TemplateResult {
  if (options.methods.length === 1) return options.content;
  return html`<fieldset class="methods" part="methods">
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
        ${chosen ? html`<div class="panel">${options.content}</div>` : ''}
      </div>`;
    })}
  </fieldset>`;
}
