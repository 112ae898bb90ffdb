import { LitElement, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { texts } from '../i18n/texts.ts';
import { stateLabelAndTone, findText } from '../i18n/states.ts';
import { cardStatusLabel } from './created-issuing-resource.ts';
import type { ConsoleContext } from '../console-page.ts';
import {
  copyableText,
  errorNotice,
  detailList,
  skeleton,
  technicalDetails,
  type TemplateContent,
} from '../components/templates.ts';
import { issuingActionsFor, type IssuingAction, type IssuingResource } from './forms.ts';

const t = texts.issuing;

type Fields = Readonly<Record<string, unknown>>;

const IDS: Readonly<Record<IssuingResource, keyof typeof t.ids>> = {
  cards: 'card_id',
  groups: 'group_id',
  cardholders: 'cardholder_id',
};

/** One card, group or cardholder, queried from the issuing service, with its actions. */
class IssuedItem extends LitElement {
  @property({ attribute: false }) shell: ConsoleContext | undefined;
  @property({ attribute: false }) kind: IssuingResource = 'cards';
  /** The ID; for a cardholder also the email. */
  @property({ attribute: false }) name = '';
  @state() private fields: Fields | undefined;
  @state() private transactions: readonly Fields[] = [];
  @state() private error: unknown;

  override createRenderRoot(): this {
    return this;
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('name') || changed.has('kind')) void this.load();
  }

  private async load(): Promise<void> {
    const { shell, kind, name } = this;
    if (shell === undefined) return;
    this.fields = this.error = undefined;
    this.transactions = [];
    try {
      if (kind === 'cardholders') {
        const body = name.includes('@') ? { email: name } : { cardholder_id: name };
        this.fields = await shell.api.post<Fields>('/issuing/cardholders/query', body);
        return;
      }
      const path = `/issuing/${kind}/${encodeURIComponent(name)}`;
      this.fields = await shell.api.post<Fields>(`${path}/query`, {});
      if (kind !== 'cards') return;
      const { transaction_list: transactions = [] } = await shell.api.post<{ transaction_list?: Fields[] }>(
        `${path}/transactions`,
        {},
      );
      this.transactions = transactions;
    } catch (error) {
      this.error = error;
    }
  }

  override render(): TemplateContent {
    if (this.error !== undefined) return errorNotice(this.error, () => void this.load());
    const { fields, kind } = this;
    if (fields === undefined) return skeleton(4);
    const { [IDS[kind]]: id, ...others } = fields;
    const actions = typeof id === 'string' ? issuingActionsFor(kind, id, fields) : [];
    return html`<section class="panel issued-item" aria-label=${this.name}>
      ${typeof id === 'string' ? detailList([[t.ids[IDS[kind]], copyableText(id, t.ids[IDS[kind]])]]) : nothing}
      ${knownFields(others)}
      <div class="buttons start">
        ${actions.map((action) => html`<button type="button" @click=${() => void this.run(action)}>${action.label}</button>`)}
      </div>
      ${kind === 'cards' ? this.transactionsSection() : nothing}
    </section>`;
  }

  private transactionsSection(): TemplateContent {
    return html`<h3>${t.transactions}</h3>
      ${
        this.transactions.length === 0
          ? html`<p class="muted">${t.noTransactions}</p>`
          : html`<ul class="rows">
              ${this.transactions.map(
                (transaction) =>
                  html`<li>
                    <div>${knownFields(transaction)}</div>
                  </li>`,
              )}
            </ul>`
      }`;
  }

  private async run({ form }: IssuingAction): Promise<void> {
    if (!(await this.shell?.confirm(form))) return;
    this.dispatchEvent(new Event('changed'));
    await this.load();
  }
}

/** The fields with a name for people; the others are folded. */
function knownFields(fields: Fields): TemplateContent {
  const rows = Object.entries(fields).map(([name, value]) => ({
    name,
    label: findText(t.fields, name),
    value: name === 'card_status' ? stateLabelAndTone(cardStatusLabel(String(value))).label : displayValue(value),
  }));
  const known = rows.flatMap(({ label, value }) => (label === undefined ? [] : [[label, value] as const]));
  const others = rows.flatMap(({ name, label, value }) =>
    label === undefined ? [[html`<code>${name}</code>`, value] as const] : [],
  );
  return html`${detailList(known)} ${technicalDetails(detailList(others))}`;
}

/** Formats a value of a response without a documented shape. */
function displayValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

customElements.define('console-issued-item', IssuedItem);
