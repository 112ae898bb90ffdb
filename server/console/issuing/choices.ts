import type { IssuingOrPayoutOperation } from '../../../shared/contract/merchant/operations.ts';
import type { ConsoleApi } from '../console-api.ts';
import type { CardFormChoices, GroupFormChoices } from './forms.ts';

type Fields = Readonly<Record<string, unknown>>;
type Choice = readonly [value: string, label: string];

/** Reads what the form of a card offers: number ranges of the gateway, groups and cardholders made here. */
export async function readCardFormChoices(api: ConsoleApi): Promise<CardFormChoices> {
  const [bins, groups, cardholders] = await Promise.all([
    readList(api, '/issuing/bins/query', 'bin_list', (bin) => choice(bin['bin_id'], bin['bin'], bin['currency'])),
    readCreated(api, 'createGroup', 'group_id', ({ group_name: name }) => [name]),
    readCardholders(api),
  ]);
  return { bins, groups, cardholders };
}

/** Reads the cardholders made here: ID, and name with email. */
function readCardholders(api: ConsoleApi): Promise<Choice[]> {
  return readCreated(api, 'createCardholder', 'cardholder_id', (request) => [nameOf(request), request['email']]);
}

/** Reads the cardholders made here: ID and name. */
export function readCardholderChoices(api: ConsoleApi): Promise<Choice[]> {
  return readCreated(api, 'createCardholder', 'cardholder_id', (request) => [nameOf(request)]);
}

function nameOf(request: Fields): string {
  return [request['first_name'], request['last_name']].filter((part) => typeof part === 'string').join(' ');
}

/** Reads the `card_status` of cards, by ID; a card that the issuing service does not answer for is left out. */
export async function fetchCardStatuses(api: ConsoleApi, ids: readonly string[]): Promise<Choice[]> {
  const read = async (id: string): Promise<Choice[]> => {
    const { card_status: status } = await api.post<Fields>(`/issuing/cards/${encodeURIComponent(id)}/query`, {});
    return typeof status === 'string' ? [[id, status]] : [];
  };
  return (await Promise.all(ids.map((id) => read(id).catch(() => [])))).flat();
}

/** Reads what the form of a group offers: the gateway's rules. */
export async function readGroupFormChoices(api: ConsoleApi): Promise<GroupFormChoices> {
  return {
    rules: await readList(api, '/issuing/rules/query', 'rule_list', (rule) =>
      choice(rule['rule_id'], rule['rule_name'] ?? rule['rule_id'], rule['max_card_amount']),
    ),
  };
}

function choice(id: unknown, ...labels: unknown[]): Choice[] {
  const isId = typeof id === 'string' || typeof id === 'number';
  const shown = labels.filter((label) => (typeof label === 'string' && label !== '') || typeof label === 'number');
  return isId ? [[String(id), shown.length === 0 ? String(id) : shown.map(String).join(' · ')]] : [];
}

/** Without the gateway's list the form asks for the ID. */
async function readList(
  api: ConsoleApi,
  path: string,
  name: string,
  toChoice: (entry: Fields) => Choice[],
): Promise<Choice[]> {
  try {
    const { [name]: list } = await api.post<Fields>(path, {});
    return Array.isArray(list) ? (list as Fields[]).flatMap(toChoice) : [];
  } catch {
    return [];
  }
}

async function readCreated(
  api: ConsoleApi,
  operation: string,
  id: string,
  labelsOf: (request: Fields) => unknown[],
): Promise<Choice[]> {
  try {
    const { operations } = await api.get<{ operations: IssuingOrPayoutOperation[] }>('/operations', {
      operation,
      status: 'succeeded',
      limit: '100',
    });
    return operations.flatMap(({ request, result }) => choice(result?.[id], ...labelsOf(request)));
  } catch {
    return [];
  }
}
