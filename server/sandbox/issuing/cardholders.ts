import type { SandboxState } from '../state.ts';
import { nextDigitId } from './accounts.ts';
import { IssuingRefusalError } from './envelope.ts';
import type { SandboxCardholder } from './issuing-state.ts';
import { encodeTimestamp } from './money-and-time.ts';

/** The fields of a cardholder (interface 2.5). */
const FIELDS = [
  'remark',
  'first_name',
  'last_name',
  'email',
  'mobile_prefix',
  'mobile',
  'birth_date',
  'billing_country_code',
  'billing_state',
  'billing_city',
  'billing_address',
  'billing_postal',
] as const;

type Fields = Record<string, unknown>;

export function createCardholder(
  state: SandboxState,
  companyId: string,
  given: Fields & { request_id: string },
): Fields {
  const fields = readFields(given);
  for (const name of ['first_name', 'last_name', 'email'])
    if (!fields[name]) throw new IssuingRefusalError('invalid', name);
  const holder: SandboxCardholder = {
    company_id: companyId,
    cardholder_id: nextDigitId(state),
    status: 'active',
    fields,
  };
  state.issuing.cardholders.set(holder.cardholder_id, holder);
  return {
    status: '1',
    cardholder_id: holder.cardholder_id,
    cardholder_status: '1',
    created_time: encodeTimestamp(state.now()),
  };
}

export function updateCardholder(state: SandboxState, companyId: string, given: Fields): Fields {
  const holder = findCardholder(state, companyId, String(given['cardholder_id']));
  Object.assign(holder.fields, readFields(given));
  return { status: '1', cardholder_id: holder.cardholder_id, cardholder_status: '1' };
}

/** `POST /api/cardholder/query` (interface 4.9). */
export function queryCardholder(
  state: SandboxState,
  companyId: string,
  asked: { cardholder_id?: string | undefined; email?: string | undefined },
): Fields {
  const holder =
    asked.cardholder_id === undefined || asked.cardholder_id === ''
      ? [...state.issuing.cardholders.values()].find(
          (entry) => entry.company_id === companyId && entry.fields['email'] === asked.email,
        )
      : findCardholder(state, companyId, asked.cardholder_id, ['active', 'deleted']);
  if (holder === undefined) throw new IssuingRefusalError('not_found');
  const told = Object.fromEntries(FIELDS.map((name) => [name, holder.fields[name] ?? '']));
  return { ...told, cardholder_id: holder.cardholder_id, cardholder_status: holder.status === 'active' ? '1' : '3' };
}

/** `POST /api/cardholder/delete` (interface 4.9). A cardholder with an active card is not deleted. */
export function deleteCardholder(state: SandboxState, companyId: string, id: string): Fields {
  const holder = findCardholder(state, companyId, id);
  const hasCard = [...state.issuing.cards.values()].some(
    (card) => card.cardholder_id === id && (card.status === 'active' || card.status === 'frozen'),
  );
  if (hasCard) throw new IssuingRefusalError('wrong_state', 'the cardholder has live cards');
  holder.status = 'deleted';
  return { status: '1', deleted_time: encodeTimestamp(state.now()) };
}

export function findCardholder(
  state: SandboxState,
  companyId: string,
  id: string,
  states: readonly SandboxCardholder['status'][] = ['active'],
): SandboxCardholder {
  const holder = state.issuing.cardholders.get(id);
  if (holder?.company_id !== companyId || !states.includes(holder.status)) {
    throw new IssuingRefusalError('not_found', 'cardholder_id');
  }
  return holder;
}

function readFields(given: Fields): Record<string, string> {
  return Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = given[name];
      if (value !== undefined && typeof value !== 'string') throw new IssuingRefusalError('invalid', name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
