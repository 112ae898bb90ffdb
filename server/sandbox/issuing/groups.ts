import type { CreateGroupRequest } from '../../../shared/interface/issuing/groups.ts';
import type { World } from '../world.ts';
import { give, nextId, record, take } from './accounts.ts';
import { Refusal } from './answer.ts';
import { BINS, RULES, type SandboxGroup } from './books.ts';
import { fromHundredths, rechargeFee, stamp, toHundredths } from './money.ts';

type Fields = Record<string, unknown>;

/** What group_status says: 1 Active, 3 Inactive (interface 3), 4 deleted. */
const STATUS = { active: '1', inactive: '3', deleted: '4' } as const;

/** `POST /api/group/create` (interface 4.9). */
export function createGroup(world: World, companyId: string, asked: CreateGroupRequest): Fields {
  const currency = asked.currency ?? 'USD';
  const wanted = asked.bin_list ?? [];
  const bins = BINS.filter((entry) =>
    wanted.length === 0 ? entry.currency === currency : wanted.includes(entry.bin_id),
  );
  if (bins.length === 0 || bins.length < wanted.length) throw new Refusal('not_found', 'bin_list');
  if (bins.some((entry) => entry.currency !== currency)) throw new Refusal('invalid', 'bin_list of another currency');
  if (asked.rule_id && !RULES.some((rule) => rule.rule_id === asked.rule_id)) throw new Refusal('not_found', 'rule_id');
  const amount = toHundredths(asked.recharge_amount ?? 0);
  const fee = rechargeFee(amount);
  take(world, companyId, currency, amount + fee);
  const group: SandboxGroup = {
    company_id: companyId,
    group_id: nextId(world),
    group_name: asked.group_name,
    currency,
    balance: amount,
    status: 'active',
    rule_id: asked.rule_id ?? '1',
    bin_list: bins.map(({ bin, bin_id }) => ({ bin, bin_id })),
    created_at: world.now(),
  };
  world.issuing.groups.set(group.group_id, group);
  const { order_id } = record(world, {
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
    group_status: STATUS.active,
    group_name: group.group_name,
    recharge_amount: fromHundredths(amount),
    created_time: stamp(group.created_at),
    bin_list: group.bin_list,
    fee: fromHundredths(fee),
  };
}

/** `POST /api/group/recharge` (interface 4.9). */
export function rechargeGroup(
  world: World,
  companyId: string,
  asked: { group_id: string; recharge_amount: number; request_id: string },
): Fields {
  const group = findGroup(world, companyId, asked.group_id, ['active']);
  const amount = toHundredths(asked.recharge_amount);
  const fee = rechargeFee(amount);
  take(world, companyId, group.currency, amount + fee);
  group.balance += amount;
  const { order_id, created_at } = record(world, {
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
    recharge_time: stamp(created_at),
    recharge_amount: fromHundredths(amount),
    fee: fromHundredths(fee),
  };
}

/** `POST /api/group/status` (interface 4.9): 1 Active, 0 Inactive. */
export function updateGroupStatus(
  world: World,
  companyId: string,
  asked: { group_id: string; status: string },
): Fields {
  const group = findGroup(world, companyId, asked.group_id, ['active', 'inactive']);
  if (asked.status !== '1' && asked.status !== '0') throw new Refusal('invalid', 'status');
  group.status = asked.status === '1' ? 'active' : 'inactive';
  return { status: '1', group_status: STATUS[group.status] };
}

/** `POST /api/group/query`. */
export function queryGroup(world: World, companyId: string, groupId: string): Fields {
  const group = findGroup(world, companyId, groupId, ['active', 'inactive', 'deleted']);
  return {
    group_id: group.group_id,
    group_name: group.group_name,
    group_status: STATUS[group.status],
    currency: group.currency,
    balance: fromHundredths(group.balance),
    rule_id: group.rule_id,
    bin_list: group.bin_list,
    created_time: stamp(group.created_at),
  };
}

/** `POST /api/group/withdraw`: money goes back to the account. */
export function withdrawFromGroup(
  world: World,
  companyId: string,
  asked: { group_id: string; amount: number; request_id: string },
): Fields {
  const group = findGroup(world, companyId, asked.group_id, ['active', 'inactive']);
  const amount = toHundredths(asked.amount);
  if (amount > group.balance) throw new Refusal('low_balance', 'group');
  group.balance -= amount;
  give(world, companyId, group.currency, amount);
  const { order_id } = record(world, {
    company_id: companyId,
    request_id: asked.request_id,
    type: 'group_withdraw',
    card_id: '',
    currency: group.currency,
    amount,
    fee: 0,
  });
  return { status: '1', order_id, amount: fromHundredths(amount), balance: fromHundredths(group.balance) };
}

/** `POST /api/group/delete`: what is left goes back to the account. A group with live cards stays. */
export function deleteGroup(world: World, companyId: string, groupId: string): Fields {
  const group = findGroup(world, companyId, groupId, ['active', 'inactive']);
  const hasCard = [...world.issuing.cards.values()].some(
    (card) => card.group_id === groupId && card.status !== 'cancelled' && (card.status !== 'used' || card.balance > 0),
  );
  if (hasCard) throw new Refusal('wrong_state', 'the group has live cards');
  give(world, companyId, group.currency, group.balance);
  group.balance = 0;
  group.status = 'deleted';
  return { status: '1', group_status: STATUS.deleted };
}

/** `POST /api/rule/query`. */
export function queryRule(ruleId: unknown): Fields {
  const rules = RULES.filter((rule) => ruleId === undefined || rule.rule_id === ruleId);
  if (rules.length === 0) throw new Refusal('not_found', 'rule_id');
  return { rule_list: rules.map((rule) => ({ ...rule, max_card_amount: fromHundredths(rule.max_card_amount) })) };
}

export function findGroup(
  world: World,
  companyId: string,
  id: string,
  states: readonly SandboxGroup['status'][],
): SandboxGroup {
  const group = world.issuing.groups.get(id);
  if (group?.company_id !== companyId) throw new Refusal('not_found', 'group_id');
  if (!states.includes(group.status)) throw new Refusal('wrong_state', `the group is ${group.status}`);
  return group;
}
