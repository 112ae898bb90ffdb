/** A company that issues cards. */
export interface SandboxCompany {
  company_id: string;
  /** Each begins with `sandbox_`. */
  sign_keys: readonly string[];
}

/** The records of the sandbox's issuing side. Money is in whole hundredths. */
export interface IssuingState {
  companies: readonly SandboxCompany[];
  /** The balance of each company by currency. */
  balances: Map<string, Map<string, number>>;
  cardholders: Map<string, SandboxCardholder>;
  groups: Map<string, SandboxCardGroup>;
  cards: Map<string, SandboxCard>;
  /** By order_id. */
  operations: Map<string, SandboxIssuingOperation>;
  /** Used request_ids, with the order_id of each. */
  orderIdsByRequest: Map<string, string>;
  /** A counter for unique numbers. */
  idCount: number;
}

export interface SandboxCardholder {
  company_id: string;
  cardholder_id: string;
  status: 'active' | 'deleted';
  /** Names, addresses and the like, as given. */
  fields: Record<string, string>;
}

export interface SandboxCardGroup {
  company_id: string;
  group_id: string;
  group_name: string;
  currency: string;
  balance: number;
  status: 'active' | 'inactive' | 'deleted';
  rule_id: string;
  bin_list: { bin: string; bin_id: string }[];
  created_at: number;
}

export interface SandboxCard {
  company_id: string;
  card_id: string;
  group_id: string;
  cardholder_id: string;
  /** In the sandbox only; shown in the response to the card's creation. */
  card_number: string;
  cvv: string;
  expire_month: string;
  expire_year: string;
  currency: string;
  balance: number;
  /** The total spending limit. */
  card_limit: number;
  spent: number;
  card_alias: string;
  card_type: string;
  multi_use: boolean;
  status: 'active' | 'frozen' | 'cancelled' | 'used';
  created_at: number;
  valid_start_date: string;
  valid_end_date: string;
  transactions: SandboxCardTransaction[];
}

export interface SandboxCardTransaction {
  transaction_id: string;
  amount: number;
  merchant_name: string;
  /** `1` succeeded, `0` was declined. */
  status: '0' | '1';
  reason: string;
  at: number;
}

export interface SandboxIssuingOperation {
  company_id: string;
  order_id: string;
  request_id: string;
  type: 'create' | 'recharge' | 'withdraw' | 'cancel' | 'group_create' | 'group_recharge' | 'group_withdraw';
  card_id: string;
  currency: string;
  amount: number;
  fee: number;
  created_at: number;
}

/** Card number ranges of new cards. */
export const CARD_BINS = [
  { bin: '400000', bin_id: '806', currency: 'USD', scheme: 'VISA' },
  { bin: '510000', bin_id: '484', currency: 'USD', scheme: 'MASTERCARD' },
  { bin: '400001', bin_id: '12', currency: 'EUR', scheme: 'VISA' },
] as const;

/** Rules for card groups. */
export const GROUP_RULES = [
  { rule_id: '1', rule_name: 'No limits', max_card_amount: 0 },
  { rule_id: '2', rule_name: 'At most 1,000 a card', max_card_amount: 100_000 },
] as const;

/** The value of one unit in US dollars. */
export const USD_RATES: Readonly<Record<string, number>> = { USD: 1, EUR: 1.0823, GBP: 1.2714 };

/** The initial balance of each company, in hundredths. */
const OPENING_BALANCE = [
  ['USD', 1_000_000],
  ['EUR', 500_000],
] as const;

export function createIssuingState(companies: readonly SandboxCompany[]): IssuingState {
  const state: IssuingState = {
    companies,
    balances: new Map(),
    cardholders: new Map(),
    groups: new Map(),
    cards: new Map(),
    operations: new Map(),
    orderIdsByRequest: new Map(),
    idCount: 0,
  };
  resetIssuingState(state);
  return state;
}

export function resetIssuingState(state: IssuingState): void {
  for (const kept of [
    state.balances,
    state.cardholders,
    state.groups,
    state.cards,
    state.operations,
    state.orderIdsByRequest,
  ]) {
    kept.clear();
  }
  for (const { company_id: id } of state.companies) state.balances.set(id, new Map(OPENING_BALANCE));
}
