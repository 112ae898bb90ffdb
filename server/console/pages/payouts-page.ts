import { html, nothing, type TemplateResult } from 'lit';
import type { Operation } from '../../../shared/contract/merchant/operations.ts';
import { money } from '../amounts.ts';
import { w } from '../i18n/en.ts';
import { FILTERS, UNDER_WAY } from '../i18n/states.ts';
import { ListPage } from '../list-page.ts';
import { askResolveOperation } from '../ask-resolve.ts';
import { endOfOperation, operationColumns } from '../operations.ts';
import type { Ask } from '../parts/ask-dialog.ts';
import { icon } from '../parts/icons.ts';
import { errorNotice, skeleton, type Content } from '../parts/parts.ts';
import { currenciesOf, readGrossVolume } from '../gross-volume.ts';

const t = w.payouts;

interface Balances {
  available: readonly Balance[];
  unsettled: readonly Balance[];
}

interface Balance {
  currency: string;
  amount: string;
}

/** What the gateway holds for the shop, and what was paid out. */
export class PayoutsPage extends ListPage<Operation> {
  static override properties = { ...ListPage.properties, balances: { state: true }, trouble: { state: true } };

  declare private balances: Balances | undefined;
  declare private trouble: unknown;
  /** What most payments come in is mostly what is paid out. */
  private taken: readonly string[] = [];
  protected readonly words = t;
  protected readonly symbol = 'payouts';
  protected readonly place = 'payouts';

  protected columns(): ReturnType<typeof operationColumns> {
    return operationColumns((operation) =>
      operation.status === 'unknown' && this.shell.can('resolve')
        ? html`<button type="button" class="small" @click=${() => void this.resolve(operation)}>${t.resolve}</button>`
        : nothing,
    );
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.readBalances();
    void this.readTaken();
  }

  private async readTaken(): Promise<void> {
    try {
      this.taken = currenciesOf((await readGrossVolume(this.shell.api)).days);
    } catch {
      // The gateway's own order has to do.
    }
  }

  private async readBalances(): Promise<void> {
    this.trouble = undefined;
    const { api } = this.shell;
    try {
      const [available, unsettled] = await Promise.all([
        api.post<Record<string, unknown>>('/balance/payout', {}),
        api.post<Record<string, unknown>>('/balance/unsettled', {}),
      ]);
      this.balances = {
        available: listIn(available, 'available_amount'),
        unsettled: listIn(unsettled, 'unsettled_amount'),
      };
    } catch (error) {
      this.trouble = error;
    }
  }

  protected override isUnderWay(operation: Operation): boolean {
    return UNDER_WAY.operations.has(operation.status);
  }

  protected override tools(): Content {
    return this.shell.can('payout')
      ? html`<div class="tools">
          <button type="button" class="primary" @click=${() => void this.payOut()}>${icon('plus')}${t.create}</button>
        </div>`
      : nothing;
  }

  protected override above(): Content {
    if (this.trouble !== undefined) return errorNotice(this.trouble, () => void this.readBalances());
    if (this.balances === undefined) return skeleton(2);
    const { available, unsettled } = this.balances;
    return html`<div class="balances">
      ${balanceList(t.available, available)} ${balanceList(t.unsettled, unsettled)}
    </div>`;
  }

  protected override filters(): Content {
    return html`<h2>${t.history}</h2>
      ${this.stateFilter(FILTERS.operations)}`;
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: Operation[]; next: string | null }> {
    const { status, all } = this.route.query;
    const operation = all === 'yes' ? undefined : 'payout';
    const page = await this.shell.api.get<{ operations: Operation[]; next_cursor: string | null }>('/operations', {
      operation,
      status,
      cursor,
    });
    return { entries: page.operations, next: page.next_cursor };
  }

  private async payOut(): Promise<void> {
    const held = (this.balances?.available ?? []).map(({ currency }) => currency);
    const currencies = [...new Set([...this.taken.filter((one) => held.includes(one)), ...held])];
    if (!(await this.shell.ask(askPayout(currencies)))) return;
    await Promise.all([this.load(), this.readBalances()]);
  }

  private async resolve(operation: Operation): Promise<void> {
    if (await this.shell.ask(askResolveOperation(operation))) await this.load();
  }
}

function balanceList(title: string, balances: readonly Balance[]): TemplateResult {
  return html`<section class="sheet">
    <h2>${title}</h2>
    ${
      balances.length === 0
        ? html`<p class="soft">${t.noBalance}</p>`
        : html`<ul class="sums">
            ${balances.map(({ currency, amount }) => html`<li class="sum">${money(amount, currency)}</li>`)}
          </ul>`
    }
  </section>`;
}

/** The interface shows no shape for balances: any list of entries with a currency and that amount will do. */
function listIn(answer: Record<string, unknown>, name: string): Balance[] {
  const lists = Object.values(answer).filter((value): value is Record<string, unknown>[] => Array.isArray(value));
  return lists.flat().flatMap((entry) => {
    const { currency, [name]: amount } = entry;
    const isBalance = typeof currency === 'string' && typeof amount === 'string' && /^-?\d+(\.\d+)?$/.test(amount);
    return isBalance ? [{ currency, amount }] : [];
  });
}

function askPayout(currencies: readonly string[]): Ask {
  const currency = currencies[0] ?? 'EUR';
  return {
    title: t.create,
    about: t.createAbout,
    fields: [
      { name: 'amount', label: t.amount, kind: 'amount' },
      currencies.length > 1
        ? {
            name: 'currency',
            label: t.currency,
            kind: 'choice',
            value: currency,
            choices: currencies.map((one) => [one, one]),
          }
        : { name: 'currency', label: t.currency, value: currency, maxLength: 3 },
      { name: 'name', label: t.beneficiary, maxLength: 200 },
      { name: 'account', label: t.account, maxLength: 64 },
      { name: 'bank', label: t.bank, optional: true, maxLength: 20 },
      { name: 'reference', label: t.reference, optional: true, maxLength: 100 },
      { name: 'reason', label: t.reason, optional: true, maxLength: 200 },
    ],
    grave: true,
    confirm: ({ amount = '', currency: chosen = '' }) =>
      /^\d+\.\d{2}$/.test(amount) && /^[A-Z]{3}$/i.test(chosen) ? t.do(money(amount, chosen.toUpperCase())) : t.doEmpty,
    call: ({ amount, currency: chosen = '', name, account, bank = '', reference = '', reason = '' }) => ({
      path: '/payouts',
      body: {
        payment_amount: amount,
        payment_currency: chosen.toUpperCase(),
        beneficiary: { name, account_number: account, ...(bank === '' ? {} : { bank_code: bank }) },
        ...(reference === '' ? {} : { reference }),
        ...(reason === '' ? {} : { reason }),
      },
    }),
    end: (answer) => endOfOperation(answer, t.done, t.open),
  };
}

customElements.define('console-payouts', PayoutsPage);

export const create = (): PayoutsPage => new PayoutsPage();
