import { html, type TemplateResult } from 'lit/html.js';
import type { Bank } from '../../shared/contract/index.ts';
import { selectField } from '../fields/choice-fields.ts';
import { textField } from '../fields/form-fields.ts';
import type { Translate } from '../i18n/translate.ts';
import { foldCaseAndAccents, searchBanks } from './bank-search.ts';

/** More banks than this are searched instead of looked through. */
const MOST_LISTED = 8;

/** The choice of a bank: a list for a few, a search for many. */
export class BankField {
  /** From now on a missing choice is shown. */
  showErrors = false;
  #value = '';
  #query = '';
  #open = false;
  /** The option that the arrow keys stand on; -1 for none. */
  #active = -1;
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The chosen bank's code; empty while there is none among the banks. */
  valueOf(banks: readonly Bank[]): string {
    return banks.some(({ code }) => code === this.#value) ? this.#value : '';
  }

  render(banks: readonly Bank[], t: Translate, disabled: boolean): TemplateResult {
    const error = this.showErrors && this.valueOf(banks) === '' ? t('invalid.bank') : undefined;
    return banks.length > MOST_LISTED
      ? this.#renderSearch(banks, t, disabled, error)
      : this.#renderList(banks, t, disabled, error);
  }

  #renderList(banks: readonly Bank[], t: Translate, disabled: boolean, error: string | undefined): TemplateResult {
    return selectField({
      name: 'bank',
      label: t('bank'),
      value: this.#value,
      choices: [{ code: '', name: t('bank.choose') }, ...banks],
      error,
      required: true,
      disabled,
      onChange: (code) => this.#choose(banks.find((bank) => bank.code === code) ?? { code: '', name: '' }),
    });
  }

  #renderSearch(banks: readonly Bank[], t: Translate, disabled: boolean, error: string | undefined): TemplateResult {
    const found = this.#found(banks);
    const open = this.#open && !disabled;
    const content = html`<ul
        id="bank-list"
        role="listbox"
        part="list"
        aria-label=${t('bank')}
        ?hidden=${!open || found.length === 0}
      >
        ${found.map((bank, index) => this.#renderOption(bank, index))}
      </ul>
      <p class=${open && found.length === 0 ? 'nothing' : 'hidden'} role="status">
        ${open ? t(found.length > 0 ? 'bank.found' : 'bank.none', { count: found.length }) : ''}
      </p>`;
    return textField({
      name: 'bank',
      label: t('bank'),
      value: this.#query,
      error,
      hint: t('bank.search'),
      type: 'text',
      disabled,
      search: {
        isOpen: open,
        active: open && found[this.#active] !== undefined ? `bank-option-${this.#active}` : undefined,
        content,
        onKey: (event) => this.#handleKey(event, found),
        onClick: () => this.#show(!this.#open),
      },
      onInput: ({ value }) => this.#type(value),
      onBlur: () => this.#leave(banks),
    });
  }

  #renderOption(bank: Bank, index: number): TemplateResult {
    return html`<li
      id="bank-option-${index}"
      role="option"
      part="option"
      dir="auto"
      class=${index === this.#active ? 'active' : ''}
      aria-selected=${bank.code === this.#value}
      @pointerdown=${keepFocus}
      @mousedown=${keepFocus}
      @click=${() => this.#choose(bank)}
    >
      ${bank.name}
    </li>`;
  }

  /** All of them until something is typed: a chosen bank's name is no search. */
  #found(banks: readonly Bank[]): Bank[] {
    const isChosen = banks.some(({ code, name }) => code === this.#value && name === this.#query);
    return isChosen ? [...banks] : searchBanks(banks, this.#query);
  }

  #type(query: string): void {
    // Some browsers tell of a change once more when the field is left.
    if (query === this.#query) return;
    this.#query = query;
    this.#value = '';
    this.#active = -1;
    this.#show(true);
  }

  #show(open: boolean): void {
    this.#open = open;
    if (!open) this.#active = -1;
    this.#onChange();
  }

  #choose({ code, name }: Bank): void {
    this.#value = code;
    this.#query = name;
    this.#show(false);
  }

  /** Leaving with a bank's whole name in the field means that bank; anything else is left to be put right. */
  #leave(banks: readonly Bank[]): void {
    const named = banks.filter(({ name }) => foldCaseAndAccents(name) === foldCaseAndAccents(this.#query));
    if (named.length === 1 && named[0] !== undefined && this.#value === '') this.#choose(named[0]);
    if (this.#query !== '') this.showErrors = true;
    this.#show(false);
  }

  #handleKey(event: KeyboardEvent, found: readonly Bank[]): void {
    const { key, currentTarget } = event;
    const bank = found[this.#active] ?? (found.length === 1 ? found[0] : undefined);
    if (key === 'ArrowDown') this.#move(this.#active + 1, found.length, currentTarget as HTMLElement);
    else if (key === 'ArrowUp') this.#move(this.#active - 1, found.length, currentTarget as HTMLElement);
    else if (key === 'Enter' && this.#open) {
      if (bank !== undefined) this.#choose(bank);
    } else if (key === 'Escape' && (this.#open || this.#query !== '')) {
      if (this.#open) this.#show(false);
      else this.#type('');
      event.stopPropagation();
    } else return;
    event.preventDefault();
  }

  /** Past the last comes the first. */
  #move(to: number, count: number, input: HTMLElement): void {
    this.#active = to < 0 ? count - 1 : to % Math.max(count, 1);
    this.#show(true);
    const root = input.getRootNode() as ShadowRoot | Document;
    setTimeout(() => root.querySelector('.active')?.scrollIntoView({ block: 'nearest' }));
  }
}

const keepFocus = (event: Event): void => event.preventDefault();
