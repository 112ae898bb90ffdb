import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { icon } from './components/icons.ts';
import { stateLabelAndTone } from './i18n/states.ts';
import { texts } from './i18n/texts.ts';
import { hrefOf } from './route.ts';
import { formatDayOfGatewayTime, listLastDays, localDayOf, startOfDay } from './times.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** A list whose filters are the query of its route. */
interface FilteredList {
  /** The path of the list's route. */
  path: string;
  query: Query;
}

/** Which states a filter shows before the others are asked for. */
export interface StateChipFolding {
  /** How many. Default: four if there are more than five. */
  first?: number;
  /** The label of the others. */
  more?: string;
}

interface StateFilter extends FilteredList, StateChipFolding {
  states: readonly string[];
  /** The parameter of the query. */
  name: string;
  hasAllStates: boolean;
  onToggle: () => void;
}

/** Links that filter a list by state. */
export function stateFilterChips({
  path,
  query,
  states,
  name,
  hasAllStates,
  onToggle,
  first = states.length > 5 ? 4 : states.length,
  more = texts.common.others,
}: StateFilter): TemplateResult {
  const selected = query[name] ?? '';
  const isLong = states.length > first;
  const shown = states.filter((state, index) => hasAllStates || index < first || state === selected);
  return html`<div class="chips" role="group" aria-label=${texts.common.status}>
    ${['', ...shown].map(
      (status) =>
        html`<a
          class="chip"
          href=${hrefOf(path, '', { ...query, [name]: status })}
          aria-current=${status === selected ? 'true' : nothing}
          >${status === '' ? texts.common.all : stateLabelAndTone(status).label}</a
        >`,
    )}
    ${
      isLong
        ? html`<button type="button" class="chip" aria-expanded=${String(hasAllStates)} @click=${onToggle}>
            ${more}
          </button>`
        : nothing
    }
  </div>`;
}

interface SelectFilter {
  names: Readonly<Record<string, string>>;
  selected: string;
  onChange: (name: string) => void;
}

interface DateFilter extends FilteredList {
  isOpen: boolean;
  onToggle: () => void;
  go: (href: string) => void;
}

/** A select that filters a list by one of its names, sorted by their labels. */
export function filterSelect(label: string, { names, selected, onChange }: SelectFilter): TemplateResult {
  const sorted = Object.entries(names).sort(([, a], [, b]) => a.localeCompare(b));
  return html`<select
    aria-label=${label}
    @change=${(event: Event) => onChange((event.target as HTMLSelectElement).value)}
  >
    <option value="">${label}: ${texts.common.all}</option>
    ${sorted.map(([name, text]) => html`<option value=${name} .selected=${name === selected}>${text}</option>`)}
  </select>`;
}

/** Days up to today that a list can be limited to with one click. */
const PRESETS = [1, 7, 30] as const;

/** A button that opens the days which limit a list: the last ones, or from one to another. */
export function dateRangeFilter({ path, query, isOpen, onToggle, go }: DateFilter): TemplateResult {
  const { from = '', to = '' } = query;
  const change = (name: string) => (event: Event) =>
    go(hrefOf(path, '', { ...query, [name]: (event.target as HTMLInputElement).value }));
  const today = localDayOf(new Date().toISOString());
  const preset = (days: number | undefined, label: string): TemplateResult => {
    const first = days === undefined ? '' : (listLastDays(days, today)[0] ?? '');
    return html`<a
      class="chip"
      href=${hrefOf(path, '', { ...query, from: first, to: '' })}
      aria-current=${first === from && to === '' ? 'true' : nothing}
      >${label}</a
    >`;
  };
  return html`<button
      type="button"
      class="chip dates-button"
      aria-expanded=${String(isOpen)}
      aria-current=${from === '' && to === '' ? nothing : 'true'}
      @click=${onToggle}
    >
      ${icon('calendar')}${periodText(from, to)}
    </button>
    ${
      isOpen
        ? html`<div class="dates">
            <div class="chips" role="group" aria-label=${texts.common.date}>
              ${preset(undefined, texts.common.all)}
              ${PRESETS.map((days) => preset(days, texts.overview.periods[days]))}
            </div>
            <label>${texts.payments.from}<input type="date" .value=${live(from)} @change=${change('from')} /></label>
            <label>${texts.payments.to}<input type="date" .value=${live(to)} @change=${change('to')} /></label>
          </div>`
        : nothing
    }`;
}

/** The chosen days, such as `Nov 17, 2026 – Nov 23, 2026`; without any, what the button opens. */
function periodText(from: string, to: string): string {
  if (from === '' && to === '') return texts.common.date;
  return [from, to]
    .map((day) => (day === '' ? '' : formatDayOfGatewayTime(day)))
    .join(' – ')
    .trim();
}

/** The chosen days as the API takes them. */
export function toCreatedRangeQuery({ from = '', to = '' }: Query): Query {
  return { created_from: startOfDay(from), created_to: startOfDay(to, 1) };
}

/** A link that downloads a list of the API as CSV. */
export function exportLink(list: string, filter: Query): TemplateResult {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  const search = new URLSearchParams(given).toString();
  return html`<a class="button" href="console/${list}.csv${search === '' ? '' : `?${search}`}" download
    >${icon('download')}${texts.payments.export}</a
  >`;
}
