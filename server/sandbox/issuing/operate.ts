import * as z from 'zod/mini';
import { toFieldErrors } from '../../../shared/field-errors.ts';
import { QueryBalanceRequest } from '../../../shared/interface/issuing/account.ts';
import { DeleteCardholderRequest, QueryCardholderRequest } from '../../../shared/interface/issuing/cardholders.ts';
import { CreateCardRequest, QueryOperationRequest } from '../../../shared/interface/issuing/cards.ts';
import { IssuingAmount, IssuingId, RequestId, signedFields } from '../../../shared/interface/issuing/formats.ts';
import {
  CreateGroupRequest,
  RechargeGroupRequest,
  UpdateGroupStatusRequest,
} from '../../../shared/interface/issuing/groups.ts';
import type { World } from '../world.ts';
import { queryBalance, queryOperation } from './accounts.ts';
import { Refusal, failure, success } from './answer.ts';
import { BINS } from './books.ts';
import { createCardholder, deleteCardholder, queryCardholder, updateCardholder } from './cardholders.ts';
import {
  cancelCard,
  createCard,
  queryCard,
  queryCardTransactions,
  rechargeCard,
  updateCardStatus,
  updateSharedCardLimit,
  withdrawFromCard,
} from './cards.ts';
import {
  createGroup,
  deleteGroup,
  queryGroup,
  queryRule,
  rechargeGroup,
  updateGroupStatus,
  withdrawFromGroup,
} from './groups.ts';
import { canonicalOf, isWellSigned } from './sign.ts';

type Fields = Record<string, unknown>;

/** One issuing operation: where it is reached, what it takes, what it does. */
interface Operation {
  /** As the gateway profile spells it. */
  name: string;
  path: string;
  /** One line for the documentation. */
  does: string;
  take: (world: World, companyId: string, fields: Fields) => Fields;
  /** Changes something: its request_id can be used once. */
  isWrite: boolean;
}

const card = { card_id: IssuingId };
const group = { group_id: IssuingId };

/** Where the interface shows no payload, the sandbox asks for these fields and takes any other. */
const named = <T extends z.core.$ZodLooseShape>(shape: T) => z.looseObject({ ...shape, ...signedFields });

const write = <T extends { request_id: string }>(
  name: string,
  path: string,
  does: string,
  schema: z.ZodMiniType<T>,
  work: (world: World, companyId: string, fields: T) => Fields,
): Operation => ({
  name,
  path,
  does,
  isWrite: true,
  take: (world, id, fields) => work(world, id, parse(schema, fields)),
});

const query = <T>(
  name: string,
  path: string,
  does: string,
  schema: z.ZodMiniType<T>,
  work: (world: World, companyId: string, fields: T) => Fields,
): Operation => ({
  name,
  path,
  does,
  isWrite: false,
  take: (world, id, fields) => work(world, id, parse(schema, fields)),
});

/** Every issuing operation of the interface (4.9 and 4.10). */
export const ISSUING_OPERATIONS: readonly Operation[] = [
  write(
    'createCard',
    '/api/card/create',
    'makes a card with number and code, out of a group’s money or the account’s',
    CreateCardRequest,
    createCard,
  ),
  write(
    'createGroup',
    '/api/group/create',
    'makes a group and moves its money out of the account, with a fee',
    CreateGroupRequest,
    createGroup,
  ),
  write(
    'rechargeGroup',
    '/api/group/recharge',
    'moves money from the account into the group, with a fee',
    RechargeGroupRequest,
    rechargeGroup,
  ),
  write(
    'updateGroupStatus',
    '/api/group/status',
    'an inactive group takes no card and no money',
    UpdateGroupStatusRequest,
    updateGroupStatus,
  ),
  query(
    'queryCardholder',
    '/api/cardholder/query',
    'finds a cardholder by id or by email',
    QueryCardholderRequest,
    queryCardholder,
  ),
  write(
    'deleteCardholder',
    '/api/cardholder/delete',
    'deletes one without live cards',
    DeleteCardholderRequest,
    (world, id, fields) => deleteCardholder(world, id, fields.cardholder_id),
  ),
  query(
    'queryCardOperation',
    '/api/card/query_operate_result',
    'tells an operation by order_id, or by the request_id that asked for it',
    QueryOperationRequest,
    queryOperation,
  ),
  query(
    'queryAccountBalance',
    '/api/account/balance',
    'tells balances, rates and their sum in US dollars',
    QueryBalanceRequest,
    (world, id) => queryBalance(world, id),
  ),
  write(
    'createCardholder',
    '/api/cardholder/create',
    'makes a cardholder of name and email',
    named({ request_id: RequestId }),
    createCardholder,
  ),
  write(
    'updateCardholder',
    '/api/cardholder/update',
    'changes the fields that are given',
    named({ cardholder_id: IssuingId, request_id: RequestId }),
    updateCardholder,
  ),
  query('queryCardBin', '/api/card/bin_query', 'tells the number ranges', named({}), () => ({
    bin_list: BINS.map((bin) => ({ ...bin })),
  })),
  query(
    'queryCard',
    '/api/card/query',
    'tells a card with its balance, the number cut down',
    named(card),
    (world, id, fields) => queryCard(world, id, fields.card_id),
  ),
  query(
    'queryCardTransactions',
    '/api/card/transaction',
    'tells what the card was used for',
    named(card),
    (world, id, fields) => queryCardTransactions(world, id, fields.card_id),
  ),
  write(
    'rechargeCard',
    '/api/card/charge',
    'moves money from the group or the account to the card',
    named({ ...card, recharge_amount: IssuingAmount, request_id: RequestId }),
    rechargeCard,
  ),
  write(
    'withdrawFromCard',
    '/api/card/withdraw',
    'moves money back',
    named({ ...card, amount: IssuingAmount, request_id: RequestId }),
    withdrawFromCard,
  ),
  write(
    'cancelCard',
    '/api/card/close',
    'ends the card; what is left goes back',
    named({ ...card, request_id: RequestId }),
    cancelCard,
  ),
  write(
    'updateSharedCardLimit',
    '/api/card/update',
    'sets what may be spent in all',
    named({ ...card, card_limit: IssuingAmount, request_id: RequestId }),
    updateSharedCardLimit,
  ),
  write(
    'updateCardStatus',
    '/api/card/status',
    'freezes the card or wakes it',
    named({ ...card, status: z.string(), request_id: RequestId }),
    updateCardStatus,
  ),
  query('queryGroup', '/api/group/query', 'tells a group with its balance', named(group), (world, id, fields) =>
    queryGroup(world, id, fields.group_id),
  ),
  write(
    'deleteGroup',
    '/api/group/delete',
    'deletes one without live cards; what is left goes back',
    named({ ...group, request_id: RequestId }),
    (world, id, fields) => deleteGroup(world, id, fields.group_id),
  ),
  write(
    'withdrawFromGroup',
    '/api/group/withdraw',
    'moves money from the group to the account',
    named({ ...group, amount: IssuingAmount, request_id: RequestId }),
    withdrawFromGroup,
  ),
  query('queryRule', '/api/rule/query', 'tells the rules that groups can follow', named({}), (_world, _id, fields) =>
    queryRule(fields['rule_id']),
  ),
];

/** Runs one issuing request: who asks, whether it is signed, whether it was sent before, what it does. */
export function runIssuing(world: World, operation: Operation, fields: Fields): Fields {
  try {
    const company = world.issuing.companies.find((entry) => entry.company_id === fields['company_id']);
    if (company === undefined) throw new Refusal('wrong_company');
    if (!isWellSigned(fields, company.sign_keys))
      throw new Refusal('wrong_sign', `it is SHA-256 of ${canonicalOf(fields)} + sign key`);
    if (operation.isWrite) refuseRepetition(world, company.company_id, fields['request_id']);
    const result = operation.take(world, company.company_id, fields);
    if (operation.isWrite) remember(world, company.company_id, String(fields['request_id']), result);
    return success(result);
  } catch (error) {
    if (error instanceof Refusal) return failure(error);
    throw error;
  }
}

/** The effect of repeating a request_id is not shown; this service refuses, so that a doubled request shows. */
function refuseRepetition(world: World, companyId: string, requestId: unknown): void {
  if (world.issuing.requests.has(`${companyId} ${String(requestId)}`)) throw new Refusal('repeated');
}

function remember(world: World, companyId: string, requestId: string, result: Fields): void {
  const key = `${companyId} ${requestId}`;
  if (!world.issuing.requests.has(key))
    world.issuing.requests.set(key, typeof result['order_id'] === 'string' ? result['order_id'] : '');
}

function parse<T>(schema: z.ZodMiniType<T>, fields: Fields): T {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const [first] = toFieldErrors(parsed.error, fields);
  throw new Refusal('invalid', first === undefined ? undefined : `${first.path} ${first.rule}`);
}
