import type { CreateCardRequest } from '../../../shared/interface/issuing/cards.ts';
import { passesLuhn } from '../acquiring/test-cards.ts';
import type { SandboxState } from '../state.ts';
import { addToCompanyBalance, nextDigitId, recordOperation, takeFromCompanyBalance } from './accounts.ts';
import { IssuingRefusalError } from './envelope.ts';
import { CARD_BINS, GROUP_RULES, type SandboxCard } from './issuing-state.ts';
import { findCardholder } from './cardholders.ts';
import { findCardGroup } from './groups.ts';
import { CARD_FEE, encodeDay, hundredthsToUnits, encodeTimestamp, toHundredths } from './money-and-time.ts';

type Fields = Record<string, unknown>;

/** The values of card_status. */
const CARD_STATUS = { active: '1', frozen: '2', cancelled: '3', used: '4' } as const;
const THREE_YEARS = 3 * 365 * 24 * 3_600_000;

/** `POST /api/card/create` (interface 4.9): the only response with the card number and the code. */
export function createCard(state: SandboxState, companyId: string, asked: CreateCardRequest): Fields {
  const bin = CARD_BINS.find((entry) => entry.bin_id === String(asked.card_bin_id));
  if (bin === undefined) throw new IssuingRefusalError('not_found', 'card_bin_id');
  if (asked.cardholder_id) findCardholder(state, companyId, asked.cardholder_id);
  const group = asked.group_id ? findCardGroup(state, companyId, asked.group_id, ['active']) : undefined;
  if (group !== undefined && !group.bin_list.some((entry) => entry.bin_id === bin.bin_id)) {
    throw new IssuingRefusalError('not_found', 'card_bin_id is none of the group');
  }
  const currency = group?.currency ?? bin.currency;
  const start = asked.start_date ?? encodeDay(state.now());
  if (asked.end_date !== undefined && (asked.end_date < start || asked.end_date < encodeDay(state.now()))) {
    throw new IssuingRefusalError('invalid', 'end_date');
  }
  const amount = toHundredths(asked.recharge_amount ?? 0);
  const most = GROUP_RULES.find((rule) => rule.rule_id === group?.rule_id)?.max_card_amount ?? 0;
  if (most > 0 && amount > most) throw new IssuingRefusalError('over_limit', 'the rule of the group');
  if (group !== undefined && amount > group.balance) throw new IssuingRefusalError('low_balance', 'group');
  // The card's money comes from its group, the fee from the account.
  takeFromCompanyBalance(state, companyId, currency, CARD_FEE + (group === undefined ? amount : 0));
  if (group !== undefined) group.balance -= amount;
  const end = asked.end_date ?? encodeDay(state.now() + THREE_YEARS);
  const card: SandboxCard = {
    company_id: companyId,
    card_id: nextDigitId(state),
    group_id: asked.group_id ?? '',
    cardholder_id: asked.cardholder_id ?? '',
    card_number: createNumber(state, bin.bin),
    cvv: String(Math.floor(state.random() * 1_000)).padStart(3, '0'),
    expire_year: end.slice(0, 4),
    expire_month: end.slice(5, 7),
    currency,
    balance: amount,
    card_limit: amount,
    spent: 0,
    card_alias: asked.card_alias ?? '',
    card_type: asked.card_type ?? 'virtual',
    multi_use: asked.enable_multi_use ?? true,
    status: 'active',
    created_at: state.now(),
    valid_start_date: start,
    valid_end_date: end,
    transactions: [],
  };
  state.issuing.cards.set(card.card_id, card);
  const { order_id } = recordOperation(state, {
    ...operationOf(card, asked.request_id),
    type: 'create',
    amount,
    fee: CARD_FEE,
  });
  const { card_number, cvv } = card;
  return {
    create_result_list: [
      {
        status: '1',
        order_id,
        ...toCardFields(card),
        card_number,
        cvv,
        recharge_amount: hundredthsToUnits(amount),
        fee: hundredthsToUnits(CARD_FEE),
      },
    ],
  };
}

/** The fields of a card that later responses contain (interface 2.5). */
function toCardFields(card: SandboxCard): Fields {
  return {
    card_id: card.card_id,
    group_id: card.group_id,
    cardholder_id: card.cardholder_id,
    expire_year: card.expire_year,
    expire_month: card.expire_month,
    card_limit: hundredthsToUnits(card.card_limit),
    currency: card.currency,
    card_alias: card.card_alias,
    card_type: card.card_type,
    multi_use: card.multi_use,
    card_status: CARD_STATUS[card.status],
    created_time: encodeTimestamp(card.created_at),
    valid_start_date: card.valid_start_date,
    valid_end_date: card.valid_end_date,
  };
}

function createNumber(state: SandboxState, bin: string): string {
  const body = `${bin}${String(Math.floor(state.random() * 1e9)).padStart(9, '0')}`;
  for (let check = 0; check < 10; check += 1) {
    const number = `${body}${String(check)}`;
    if (passesLuhn(number)) return number;
  }
  throw new Error('some check digit fits');
}

function operationOf(
  card: SandboxCard,
  requestId: string,
): { company_id: string; request_id: string; card_id: string; currency: string } {
  return { company_id: card.company_id, request_id: requestId, card_id: card.card_id, currency: card.currency };
}

/** `POST /api/card/query`. */
export function queryCard(state: SandboxState, companyId: string, id: string): Fields {
  const card = findCard(state, companyId, id, ['active', 'frozen', 'cancelled', 'used']);
  return {
    ...toCardFields(card),
    card_number: `${card.card_number.slice(0, 6)}******${card.card_number.slice(-4)}`,
    balance: hundredthsToUnits(card.balance),
    spent_amount: hundredthsToUnits(card.spent),
  };
}

/** `POST /api/card/transaction`. */
export function queryCardTransactions(state: SandboxState, companyId: string, id: string): Fields {
  const card = findCard(state, companyId, id, ['active', 'frozen', 'cancelled', 'used']);
  return {
    card_id: id,
    transaction_list: card.transactions.map(({ at, amount, ...entry }) => ({
      ...entry,
      amount: hundredthsToUnits(amount),
      currency: card.currency,
      transaction_time: encodeTimestamp(at),
    })),
  };
}

/** `POST /api/card/charge`: adds money to the card. */
export function rechargeCard(
  state: SandboxState,
  companyId: string,
  asked: { card_id: string; recharge_amount: number; request_id: string },
): Fields {
  const card = findCard(state, companyId, asked.card_id, ['active', 'frozen']);
  const amount = toHundredths(asked.recharge_amount);
  fundCard(state, card, amount);
  card.card_limit += amount;
  const { order_id } = recordOperation(state, {
    ...operationOf(card, asked.request_id),
    type: 'recharge',
    amount,
    fee: 0,
  });
  return { status: '1', order_id, card_id: card.card_id, recharge_amount: hundredthsToUnits(amount), fee: 0 };
}

/** `POST /api/card/withdraw`: returns money to the card's source. */
export function withdrawFromCard(
  state: SandboxState,
  companyId: string,
  asked: { card_id: string; amount: number; request_id: string },
): Fields {
  const card = findCard(state, companyId, asked.card_id, ['active', 'frozen']);
  const amount = toHundredths(asked.amount);
  if (amount > card.balance) throw new IssuingRefusalError('low_balance', 'card');
  fundCard(state, card, -amount);
  const { order_id } = recordOperation(state, {
    ...operationOf(card, asked.request_id),
    type: 'withdraw',
    amount,
    fee: 0,
  });
  return { status: '1', order_id, card_id: card.card_id, amount: hundredthsToUnits(amount) };
}

/** `POST /api/card/close`: final; the rest of the money is returned. */
export function cancelCard(
  state: SandboxState,
  companyId: string,
  asked: { card_id: string; request_id: string },
): Fields {
  const card = findCard(state, companyId, asked.card_id, ['active', 'frozen', 'used']);
  const amount = card.balance;
  fundCard(state, card, -amount);
  card.status = 'cancelled';
  const { order_id } = recordOperation(state, {
    ...operationOf(card, asked.request_id),
    type: 'cancel',
    amount,
    fee: 0,
  });
  return { status: '1', order_id, card_id: card.card_id, card_status: CARD_STATUS.cancelled };
}

/** `POST /api/card/status`: 1 active, 2 frozen. */
export function updateCardStatus(
  state: SandboxState,
  companyId: string,
  asked: { card_id: string; status: string },
): Fields {
  const card = findCard(state, companyId, asked.card_id, ['active', 'frozen']);
  if (asked.status !== CARD_STATUS.active && asked.status !== CARD_STATUS.frozen)
    throw new IssuingRefusalError('invalid', 'status');
  card.status = asked.status === CARD_STATUS.active ? 'active' : 'frozen';
  return { status: '1', card_id: card.card_id, card_status: CARD_STATUS[card.status] };
}

/** `POST /api/card/update`: the total spending limit. */
export function updateSharedCardLimit(
  state: SandboxState,
  companyId: string,
  asked: { card_id: string; card_limit: number },
): Fields {
  const card = findCard(state, companyId, asked.card_id, ['active', 'frozen']);
  card.card_limit = toHundredths(asked.card_limit);
  return { status: '1', card_id: card.card_id, card_limit: asked.card_limit };
}

/** Moves money from the card's group, or the account, to the card; back if negative. */
function fundCard(state: SandboxState, card: SandboxCard, amount: number): void {
  const group = card.group_id === '' ? undefined : state.issuing.groups.get(card.group_id);
  if (group === undefined) {
    if (amount > 0) takeFromCompanyBalance(state, card.company_id, card.currency, amount);
    else addToCompanyBalance(state, card.company_id, card.currency, -amount);
  } else {
    if (amount > group.balance) throw new IssuingRefusalError('low_balance', 'group');
    group.balance -= amount;
  }
  card.balance += amount;
}

/** A purchase with the card: succeeds within balance, limit, state and validity. */
export function simulateCardPurchase(
  state: SandboxState,
  card: SandboxCard,
  amount: number,
  merchantName: string,
): SandboxCard['transactions'][number] {
  const reason = declineReasonOf(state, card, amount);
  if (reason === '') {
    card.balance -= amount;
    card.spent += amount;
    if (!card.multi_use) card.status = 'used';
  }
  const transaction = {
    transaction_id: nextDigitId(state),
    amount,
    merchant_name: merchantName,
    status: reason === '' ? ('1' as const) : ('0' as const),
    reason,
    at: state.now(),
  };
  card.transactions.push(transaction);
  return transaction;
}

function declineReasonOf(state: SandboxState, card: SandboxCard, amount: number): string {
  if (card.status !== 'active') return `card is ${card.status}`;
  const today = encodeDay(state.now());
  if (today < card.valid_start_date || today > card.valid_end_date) return 'card is not valid today';
  if (card.spent + amount > card.card_limit) return 'over the limit';
  return amount > card.balance ? 'insufficient funds' : '';
}

function findCard(
  state: SandboxState,
  companyId: string,
  id: string,
  states: readonly SandboxCard['status'][],
): SandboxCard {
  const card = state.issuing.cards.get(id);
  if (card?.company_id !== companyId) throw new IssuingRefusalError('not_found', 'card_id');
  if (!states.includes(card.status)) throw new IssuingRefusalError('wrong_state', `the card is ${card.status}`);
  return card;
}
