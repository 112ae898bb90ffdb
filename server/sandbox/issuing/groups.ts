import type { CreateCardGroupRequest } from '../../../shared/interface/issuing/groups.ts';
import type { SandboxState } from '../state.ts';
import { addToCompanyBalance, nextDigitId, recordOperation, takeFromCompanyBalance } from './accounts.ts';
import { IssuingRefusalError } from './envelope.ts';
import { CARD_BINS, GROUP_RULES, type SandboxCardGroup } from './issuing-state.ts';
import { hundredthsToUnits, rechargeFee, encodeTimestamp, toHundredths } from './money-and-time.ts';

type Fields = Record<string, unknown>;

/** The values of group_status: 1 Active, 3 Inactive (interface 3), 4 deleted. */
const GROUP_STATUS = { active: '1', inactive: '3', deleted: '4' } as const;

/** `POST /api/group/create` (interface 4.9). */
export function createGroup(state: SandboxState, companyId: string, asked: CreateCardGroupRequest): Fields {
  const currency = asked.currency ?? 'USD';
  const wanted = asked.bin_list ?? [];
  const bins = CARD_BINS.filter((entry) =>
    wanted.length === 0 ? entry.currency === currency : wanted.includes(entry.bin_id),
  );
  if (bins.length === 0 || bins.length < wanted.length) throw new IssuingRefusalError('not_found', 'bin_list');
  if (bins.some((entry) => entry.currency !== currency))
    throw new IssuingRefusalError('invalid', 'bin_list of another currency');
  if (asked.rule_id && !GROUP_RULES.some((rule) => rule.rule_id === asked.rule_id))
    throw new IssuingRefusalError('not_found', 'rule_id');
  const amount = toHundredths(asked.recharge_amount ?? 0);
  const fee = rechargeFee(amount);
  takeFromCompanyBalance(state, companyId, currency, amount + fee);
  const group: SandboxCardGroup = {
    company_id: companyId,
    group_id: nextDigitId(state),
    group_name: asked.group_name,
    currency,
    balance: amount,
    status: 'active',
    rule_id: asked.rule_id ?? '1',
    bin_list: bins.map(({ bin, bin_id }) => ({ bin, bin_id })),
    created_at: state.now(),
  };
  state.issuing.groups.set(group.group_id, group);
  const { order_id } = recordOperation(state, {
    company_id: companyId,
    request_id: asked.request_id,
    type: 'group_create',
    card_id: '',
    currency,
    amount,
    fee,
  });
  return {
    status: '1',
    order_id,
    group_id: group.group_id,
    group_status: GROUP_STATUS.active,
    group_name: group.group_name,
    recharge_amount: hundredthsToUnits(amount),
    created_time: encodeTimestamp(group.created_at),
    bin_list: group.bin_list,
    fee: hundredthsToUnits(fee),
  };
}

/** `POST /api/group/recharge` (interface 4.9). */
export function rechargeGroup(
  state: SandboxState,
  companyId: string,
  asked: { group_id: string; recharge_amount: number; request_id: string },
): Fields {
  const group = findCardGroup(state, companyId, asked.group_id, ['active']);
  const amount = toHundredths(asked.recharge_amount);
  const fee = rechargeFee(amount);
  takeFromCompanyBalance(state, companyId, group.currency, amount + fee);
  group.balance += amount;
  const { order_id, created_at } = recordOperation(state, {
    company_id: companyId,
    request_id: asked.request_id,
    type: 'group_recharge',
    card_id: '',
    currency: group.currency,
    amount,
    fee,
  });
  return {
    status: '1',
    order_id,
    recharge_time: encodeTimestamp(created_at),
    recharge_amount: hundredthsToUnits(amount),
    fee: hundredthsToUnits(fee),
  };
}

/** `POST /api/group/status` (interface 4.9): 1 Active, 0 Inactive. */
export function updateGroupStatus(
  state: SandboxState,
  companyId: string,
  asked: { group_id: string; status: string },
): Fields {
  const group = findCardGroup(state, companyId, asked.group_id, ['active', 'inactive']);
  if (asked.status !== '1' && asked.status !== '0') throw new IssuingRefusalError('invalid', 'status');
  group.status = asked.status === '1' ? 'active' : 'inactive';
  return { status: '1', group_status: GROUP_STATUS[group.status] };
}

/** `POST /api/group/query`. */
export function queryGroup(state: SandboxState, companyId: string, groupId: string): Fields {
  const group = findCardGroup(state, companyId, groupId, ['active', 'inactive', 'deleted']);
  return {
    group_id: group.group_id,
    group_name: group.group_name,
    group_status: GROUP_STATUS[group.status],
    currency: group.currency,
    balance: hundredthsToUnits(group.balance),
    rule_id: group.rule_id,
    bin_list: group.bin_list,
    created_time: encodeTimestamp(group.created_at),
  };
}

/** `POST /api/group/withdraw`: returns money to the account. */
export function withdrawFromGroup(
  state: SandboxState,
  companyId: string,
  asked: { group_id: string; amount: number; request_id: string },
): Fields {
  const group = findCardGroup(state, companyId, asked.group_id, ['active', 'inactive']);
  const amount = toHundredths(asked.amount);
  if (amount > group.balance) throw new IssuingRefusalError('low_balance', 'group');
  group.balance -= amount;
  addToCompanyBalance(state, companyId, group.currency, amount);
  const { order_id } = recordOperation(state, {
    company_id: companyId,
    request_id: asked.request_id,
    type: 'group_withdraw',
    card_id: '',
    currency: group.currency,
    amount,
    fee: 0,
  });
  return { status: '1', order_id, amount: hundredthsToUnits(amount), balance: hundredthsToUnits(group.balance) };
}

/** `POST /api/group/delete`: returns the rest of the money to the account. A group with active cards is not deleted. */
export function deleteGroup(state: SandboxState, companyId: string, groupId: string): Fields {
  const group = findCardGroup(state, companyId, groupId, ['active', 'inactive']);
  const hasCard = [...state.issuing.cards.values()].some(
    (card) => card.group_id === groupId && card.status !== 'cancelled' && (card.status !== 'used' || card.balance > 0),
  );
  if (hasCard) throw new IssuingRefusalError('wrong_state', 'the group has live cards');
  addToCompanyBalance(state, companyId, group.currency, group.balance);
  group.balance = 0;
  group.status = 'deleted';
  return { status: '1', group_status: GROUP_STATUS.deleted };
}

/** `POST /api/rule/query`. */
export function queryRule(ruleId: unknown): Fields {
  const rules = GROUP_RULES.filter((rule) => ruleId === undefined || rule.rule_id === ruleId);
  if (rules.length === 0) throw new IssuingRefusalError('not_found', 'rule_id');
  return { rule_list: rules.map((rule) => ({ ...rule, max_card_amount: hundredthsToUnits(rule.max_card_amount) })) };
}

export function findCardGroup(
  state: SandboxState,
  companyId: string,
  id: string,
  states: readonly SandboxCardGroup['status'][],
): SandboxCardGroup {
  const group = state.issuing.groups.get(id);
  if (group?.company_id !== companyId) throw new IssuingRefusalError('not_found', 'group_id');
  if (!states.includes(group.status)) throw new IssuingRefusalError('wrong_state', `the group is ${group.status}`);
  return group;
}
