import { html, nothing } from 'lit';
import type { IssuingOrPayoutOperation } from '../../../shared/contract/merchant/operations.ts';
import { formatAmountForViewer } from '../amounts.ts';
import { texts } from '../i18n/texts.ts';
import { STATE_FILTERS, IN_PROGRESS_STATES } from '../i18n/states.ts';
import { toCreatedRangeQuery } from '../list-filters.ts';
import { ListPage } from '../list-page.ts';
import { resolveOperationForm } from '../resolve-forms.ts';
import { toActionResult, issuingOrPayoutColumns, PAYOUT_SUBJECT } from '../operations.ts';
import type { ActionForm } from '../components/action-dialog.ts';
import { icon } from '../components/icons.ts';
import { amountCell, errorNotice, skeleton, type TemplateContent } from '../components/templates.ts';
import { currenciesSortedByPaidCount, readDailyGrossVolume } from '../gross-volume.ts';

const t = texts.payouts;

interface Balances {
  available: readonly Balance[];
  unsettled: readonly Balance[];
}

interface Balance {
  currency: string;
  amount: string;
}

/** Balances at the gateway, and payouts. */
export class PayoutsPage extends ListPage<IssuingOrPayoutOperation> {
  static override properties = {
    ...ListPage.properties,
    balances: { state: true },
    balanceError: { state: true },
    paidCurrencies: { state: true },
  };

  declare private balances: Balances | undefined;
  declare private balanceError: unknown;
  /** The currencies of paid payments; the most frequent one is the default of a payout. */
  declare private paidCurrencies: readonly string[] | undefined;
  protected readonly texts = { ...t, lead: t.about };
  protected readonly icon = 'payouts';
  protected readonly screenPath = 'payouts';

  protected columns(): ReturnType<typeof issuingOrPayoutColumns> {
    const isUniform = this.route.query['all'] !== 'yes';
    return issuingOrPayoutColumns(isUniform ? { subject: PAYOUT_SUBJECT } : { kind: true }, (operation) =>
      operation.status === 'unknown' && this.shell.can('resolve')
        ? html`<button type="button" class="small" @click=${() => void this.resolve(operation)}>${t.resolve}</button>`
        : nothing,
    );
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.readBalances();
    void this.readPaidCurrencies();
  }

  private async readPaidCurrencies(): Promise<void> {
    try {
      this.paidCurrencies = currenciesSortedByPaidCount((await readDailyGrossVolume(this.shell.api)).days);
    } catch {
      this.paidCurrencies = [];
    }
  }

  private async readBalances(): Promise<void> {
    this.balanceError = undefined;
    const { api } = this.shell;
    try {
      const [available, unsettled] = await Promise.all([
        api.post<Record<string, unknown>>('/balance/payout', {}),
        api.post<Record<string, unknown>>('/balance/unsettled', {}),
      ]);
      this.balances = {
        available: readBalanceList(available, 'available_amount'),
        unsettled: readBalanceList(unsettled, 'unsettled_amount'),
      };
    } catch (error) {
      this.balanceError = error;
    }
  }

  protected override isInProgress(operation: IssuingOrPayoutOperation): boolean {
    return IN_PROGRESS_STATES.operations.has(operation.status);
  }

  protected override headerActions(): TemplateContent {
    return html`<div class="tools">
      ${this.csvLink('operations')}
      ${
        this.shell.can('payout')
          ? html`<button type="button" class="primary" @click=${() => void this.payOut()}>
              ${icon('plus')}${t.create}
            </button>`
          : nothing
      }
    </div>`;
  }

  protected override intro(): TemplateContent {
    if (this.balanceError !== undefined) return errorNotice(this.balanceError, () => void this.readBalances());
    const { balances, paidCurrencies } = this;
    // Balances never change places under the reader.
    if (balances === undefined || paidCurrencies === undefined) return skeleton(2);
    const { available, unsettled } = balances;
    const currencies = [...new Set([...available, ...unsettled].map(({ currency }) => currency))];
    if (currencies.length === 0) return html`<p class="muted">${t.noBalance}</p>`;
    return html`<h2>${texts.issuing.balance}</h2>
      <ul class="balances">
        ${mostPaidFirst(currencies, paidCurrencies).map(
          (currency) =>
            html`<li class="panel">
              <h3>${currency}</h3>
              ${balanceRow(t.available, available, currency, 'strong')}
              ${balanceRow(t.unsettled, unsettled, currency, '')}
            </li>`,
        )}
      </ul>
      <p class="muted small">${t.unsettled}: ${t.unsettledAbout}</p>`;
  }

  protected override filters(): TemplateContent {
    return html`<h2>${t.history}</h2>
      <div class="filters">
        ${this.stateFilter(STATE_FILTERS.operations, 'status', { first: 2, more: t.problems })} ${this.dateFilter()}
      </div>`;
  }

  protected override apiFilter(): Record<string, string | undefined> {
    const { status, all } = this.route.query;
    return { operation: all === 'yes' ? undefined : 'payout', status, ...toCreatedRangeQuery(this.route.query) };
  }

  protected async fetchPage(
    cursor: string | undefined,
  ): Promise<{ entries: IssuingOrPayoutOperation[]; next: string | null }> {
    const page = await this.shell.api.get<{ operations: IssuingOrPayoutOperation[]; next_cursor: string | null }>(
      '/operations',
      {
        ...this.apiFilter(),
        cursor,
      },
    );
    return { entries: page.operations, next: page.next_cursor };
  }

  private async payOut(): Promise<void> {
    const held = (this.balances?.available ?? []).map(({ currency }) => currency);
    const currencies = [...new Set([...(this.paidCurrencies ?? []).filter((one) => held.includes(one)), ...held])];
    if (!(await this.shell.confirm(payoutForm(currencies)))) return;
    await Promise.all([this.load(), this.readBalances()]);
  }

  private async resolve(operation: IssuingOrPayoutOperation): Promise<void> {
    if (await this.shell.confirm(resolveOperationForm(operation))) await this.load();
  }
}

/** The currency with most payments first, those without payments last. */
function mostPaidFirst(currencies: readonly string[], paid: readonly string[]): readonly string[] {
  const rank = (currency: string): number => {
    const index = paid.indexOf(currency);
    return index < 0 ? paid.length : index;
  };
  return [...currencies].sort((a, b) => rank(a) - rank(b));
}

/** The amount of one kind of balance in a currency; nothing where the gateway names none. */
function balanceRow(label: string, balances: readonly Balance[], currency: string, look: string): TemplateContent {
  const balance = balances.find((one) => one.currency === currency);
  if (balance === undefined) return nothing;
  return html`<p>
    <span class="muted">${label}</span>
    <span class=${Number(balance.amount) === 0 ? 'muted' : look}>${amountCell(balance.amount, currency)}</span>
  </p>`;
}

/** The interface shows no shape for balances: any list of entries with a currency and that amount will do. */
function readBalanceList(answer: Record<string, unknown>, name: string): Balance[] {
  const lists = Object.values(answer).filter((value): value is Record<string, unknown>[] => Array.isArray(value));
  return lists.flat().flatMap((entry) => {
    const { currency, [name]: amount } = entry;
    const isBalance = typeof currency === 'string' && typeof amount === 'string' && /^-?\d+(\.\d+)?$/.test(amount);
    return isBalance ? [{ currency, amount }] : [];
  });
}

function payoutForm(currencies: readonly string[]): ActionForm {
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
    isDestructive: true,
    submitLabel: ({ amount = '', currency: chosen = '' }) =>
      /^\d+\.\d{2}$/.test(amount) && /^[A-Z]{3}$/i.test(chosen)
        ? t.payOut(formatAmountForViewer(amount, chosen.toUpperCase()))
        : t.submit,
    request: ({ amount, currency: chosen = '', name, account, bank = '', reference = '', reason = '' }) => ({
      path: '/payouts',
      body: {
        payment_amount: amount,
        payment_currency: chosen.toUpperCase(),
        beneficiary: { name, account_number: account, ...(bank === '' ? {} : { bank_code: bank }) },
        ...(reference === '' ? {} : { reference }),
        ...(reason === '' ? {} : { reason }),
      },
    }),
    resultOf: (answer) => toActionResult(answer, t.done, t.outcomeUnknown),
  };
}

customElements.define('console-payouts', PayoutsPage);

export const createConsolePage = (): PayoutsPage => new PayoutsPage();
