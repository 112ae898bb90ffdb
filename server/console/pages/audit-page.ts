import { html, nothing, type TemplateResult } from 'lit';
import type * as z from '../../../shared/zod.ts';
import type { AuditEntryBody } from '../../../shared/contract/merchant/audit.ts';
import type { IssuingOrPayoutOperation } from '../../../shared/contract/merchant/operations.ts';
import { texts } from '../i18n/texts.ts';
import { findText } from '../i18n/states.ts';
import { ListPage } from '../list-page.ts';
import type { ListColumn } from '../list-table.ts';
import { hrefOf } from '../route.ts';
import { toCreatedRangeQuery, filterSelect } from '../list-filters.ts';
import { operationSummary } from '../operations.ts';
import { formatDayHeading, formatTimeOfDay, formatUtcTime } from '../times.ts';
import type { TemplateContent } from '../components/templates.ts';

type Entry = z.infer<typeof AuditEntryBody>;

const t = texts.audit;

/** The audit log: every changing request with its person or API key. */
export class AuditPage extends ListPage<Entry> {
  /** What the operations among the targets are about, by ID. */
  private operations: ReadonlyMap<string, string> = new Map();
  protected readonly texts = t;
  protected readonly icon = 'audit';
  protected readonly screenPath = 'audit';

  protected columns(): readonly ListColumn<Entry>[] {
    return [
      {
        label: t.action,
        area: 'main',
        cell: (entry) =>
          html`<span class="strong" title=${entry.action}>${findText(t.actions, entry.action) ?? t.read}</span>
            ${failureBadge(entry.status)}`,
      },
      { label: t.target, area: 'clip', cell: (entry) => this.target(entry) },
      { label: t.key, cell: (entry) => this.actor(entry) },
      {
        label: texts.common.time,
        cell: ({ at }) => html`<time datetime=${at} title=${formatUtcTime(at)}>${formatTimeOfDay(at)}</time>`,
      },
    ];
  }

  protected override groupOf(entry: Entry): string {
    return formatDayHeading(entry.at);
  }

  /** The target, as a link where a screen of the caller shows it. */
  private target(entry: Entry): TemplateContent {
    const { target, order_no: order } = entry;
    if (target === null) return html`<span class="none muted">–</span>`;
    const [page, id, query] = routeOf(entry, target);
    const text = order ?? this.operations.get(target) ?? (target.startsWith('op_') ? operationName(entry) : target);
    return this.shell.hasScreen(page, id) ? html`<a href=${hrefOf(page, id, query)} title=${target}>${text}</a>` : text;
  }

  /** Who made the call, as a link to all their calls. */
  private actor(entry: Entry): TemplateResult {
    const { key_id: id } = entry;
    const isOwn = id === this.shell.session.key_id && isPerson(id);
    return html`<a class="plain ${isOwn ? 'sum' : ''}" href=${this.filterHref({ key_id: id, all: '' })} title=${id}
      >${isOwn ? t.you : actorName(entry)}</a
    >`;
  }

  private filterHref(changes: Record<string, string>): string {
    return hrefOf('audit', '', { ...this.route.query, ...changes });
  }

  protected override filters(): TemplateContent {
    const { key_id: who = '', all = '', action = '' } = this.route.query;
    const { key_id: own } = this.shell.session;
    const other = this.entries.find(({ key_id: id }) => id === who);
    const chip = (label: string, id: string, more = ''): TemplateResult =>
      html`<a
        class="chip"
        href=${this.filterHref({ key_id: id, all: more })}
        aria-current=${id === who && more === all ? 'true' : nothing}
        >${label}</a
      >`;
    return html`<div class="filters">
      <div class="chips" role="group" aria-label=${t.key}>
        ${chip(texts.common.all, '', 'yes')} ${chip(t.inConsole, '')} ${isPerson(own) ? chip(t.onlyYou, own) : nothing}
        ${
          who === '' || (who === own && isPerson(own))
            ? nothing
            : chip(actorName(other ?? { key_id: who, user_name: null }), who)
        }
      </div>
      ${this.dateFilter()}
      ${filterSelect(t.action, {
        names: t.actions,
        selected: action,
        onChange: (name) => this.shell.go(this.filterHref({ action: name })),
      })}
    </div>`;
  }

  protected override headerActions(): TemplateContent {
    return html`<div class="tools">${this.csvLink('audit')}</div>`;
  }

  protected override apiFilter(): Record<string, string | undefined> {
    const { key_id, all, action } = this.route.query;
    const { created_from: from, created_to: to } = toCreatedRangeQuery(this.route.query);
    // What the shop's servers do by themselves is many times what people do.
    const via = key_id === undefined && all === undefined ? 'console' : undefined;
    return { key_id, via, action, from, to };
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: Entry[]; next: string | null }> {
    const page = await this.shell.api.get<{ entries: Entry[]; next_cursor: string | null }>('/audit', {
      ...this.apiFilter(),
      cursor,
    });
    await this.readOperations(page.entries);
    return { entries: page.entries, next: page.next_cursor };
  }

  /** Without them the list names the kind of an operation only. */
  private async readOperations(entries: readonly Entry[]): Promise<void> {
    const isUnnamed = ({ target }: Entry): boolean =>
      target?.startsWith('op_') === true && !this.operations.has(target);
    if (!entries.some(isUnnamed)) return;
    const found = await this.shell.api
      .get<{ operations: IssuingOrPayoutOperation[] }>('/operations', { limit: '100' })
      .then(
        ({ operations }) => operations,
        () => [],
      );
    const named = found.flatMap((one) => {
      const text = operationSummary(one);
      return text === undefined ? [] : [[one.id, text] as const];
    });
    this.operations = new Map([...this.operations, ...named]);
  }
}

/** Whether the ID is that of a user, not of an API key. */
function isPerson(id: string): boolean {
  return id.startsWith('usr_');
}

/** The name of the user, or of the API key; of a key without one the first characters of its ID. */
function actorName({ user_name: name, key_id: id }: Pick<Entry, 'user_name' | 'key_id'>): string {
  return name !== null && isPerson(id) ? name : t.apiKey(name ?? id.slice(0, 6));
}

/** The route that shows a target: page, ID, query. */
function routeOf(
  { action, order_no }: Entry,
  target: string,
): [page: string, id: string, query?: Record<string, string | undefined>] {
  if (target.startsWith('pay_')) return ['payments', target];
  const [, area = '', kind = ''] = /\/v1\/([\w-]+)(?:\/(\w+))?/.exec(action) ?? [];
  if (area === 'events') return ['events', target];
  if (area === 'sessions') return ['sessions', '', { order_no: order_no ?? '' }];
  if (area === 'issuing')
    return target.startsWith('op_') ? ['issuing', 'operations'] : ['issuing', kind, { id: target }];
  return [area === 'operations' ? 'payouts' : area, ''];
}

/** What an operation was, by the call that began it: its ID says nothing to people. */
function operationName({ action }: Entry): string {
  const [, kind = ''] = /\/v1\/issuing\/(\w+)/.exec(action) ?? [];
  return findText(texts.issuing.tabs, kind) ?? texts.operations.payout;
}

/** A badge for a call that did not succeed, with its HTTP status as the title. */
function failureBadge(status: number | null): TemplateContent {
  if (status !== null && status < 300) return nothing;
  const [label, tone] =
    status === null ? [t.interrupted, 'alert'] : status < 500 ? [t.refused, 'still'] : [t.failed, 'bad'];
  return html`<span class="badge ${tone}" title=${status === null ? nothing : `HTTP ${String(status)}`}
    >${label}</span
  >`;
}

customElements.define('console-audit', AuditPage);

export const createConsolePage = (): AuditPage => new AuditPage();
