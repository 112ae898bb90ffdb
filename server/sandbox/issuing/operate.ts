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
import { isWellSigned } from './sign.ts';

type Fields = Record<string, unknown>;

/** One issuing operation: where it is reached, what it takes, what it does. */
interface Operation {
  path: string;
  take: (world: World, companyId: string, fields: Fields) => Fields;
  /** Changes something: its request_id can be used once. */
  isWrite: boolean;
}

const card = { card_id: IssuingId };
const group = { group_id: IssuingId };

/** Where the interface shows no payload, the sandbox asks for these fields and takes any other. */
const named = <T extends z.core.$ZodLooseShape>(shape: T) => z.looseObject({ ...shape, ...signedFields });

const write = <T extends { request_id: string }>(
  path: string,
  schema: z.ZodMiniType<T>,
  work: (world: World, companyId: string, fields: T) => Fields,
): Operation => ({ path, isWrite: true, take: (world, id, fields) => work(world, id, parse(schema, fields)) });

const query = <T>(
  path: string,
  schema: z.ZodMiniType<T>,
  work: (world: World, companyId: string, fields: T) => Fields,
): Operation => ({ path, isWrite: false, take: (world, id, fields) => work(world, id, parse(schema, fields)) });

/** Every issuing operation of the interface (4.9 and 4.10). */
export const ISSUING_OPERATIONS: readonly Operation[] = [
  write('/api/card/create', CreateCardRequest, createCard),
  write('/api/group/create', CreateGroupRequest, createGroup),
  write('/api/group/recharge', RechargeGroupRequest, rechargeGroup),
  write('/api/group/status', UpdateGroupStatusRequest, updateGroupStatus),
  query('/api/cardholder/query', QueryCardholderRequest, queryCardholder),
  write('/api/cardholder/delete', DeleteCardholderRequest, (world, id, fields) =>
    deleteCardholder(world, id, fields.cardholder_id),
  ),
  query('/api/card/query_operate_result', QueryOperationRequest, queryOperation),
  query('/api/account/balance', QueryBalanceRequest, (world, id) => queryBalance(world, id)),
  write('/api/cardholder/create', named({ request_id: RequestId }), createCardholder),
  write('/api/cardholder/update', named({ cardholder_id: IssuingId, request_id: RequestId }), updateCardholder),
  query('/api/card/bin_query', named({}), () => ({ bin_list: BINS.map((bin) => ({ ...bin })) })),
  query('/api/card/query', named(card), (world, id, fields) => queryCard(world, id, fields.card_id)),
  query('/api/card/transaction', named(card), (world, id, fields) => queryCardTransactions(world, id, fields.card_id)),
  write('/api/card/charge', named({ ...card, recharge_amount: IssuingAmount, request_id: RequestId }), rechargeCard),
  write('/api/card/withdraw', named({ ...card, amount: IssuingAmount, request_id: RequestId }), withdrawFromCard),
  write('/api/card/close', named({ ...card, request_id: RequestId }), cancelCard),
  write(
    '/api/card/update',
    named({ ...card, card_limit: IssuingAmount, request_id: RequestId }),
    updateSharedCardLimit,
  ),
  write('/api/card/status', named({ ...card, status: z.string(), request_id: RequestId }), updateCardStatus),
  query('/api/group/query', named(group), (world, id, fields) => queryGroup(world, id, fields.group_id)),
  write('/api/group/delete', named({ ...group, request_id: RequestId }), (world, id, fields) =>
    deleteGroup(world, id, fields.group_id),
  ),
  write('/api/group/withdraw', named({ ...group, amount: IssuingAmount, request_id: RequestId }), withdrawFromGroup),
  query('/api/rule/query', named({}), (_world, _id, fields) => queryRule(fields['rule_id'])),
];

/** Runs one issuing request: who asks, whether it is signed, whether it was sent before, what it does. */
export function runIssuing(world: World, operation: Operation, fields: Fields): Fields {
  try {
    const company = world.issuing.companies.find((entry) => entry.company_id === fields['company_id']);
    if (company === undefined) throw new Refusal('wrong_company');
    if (!isWellSigned(fields, company.sign_keys)) throw new Refusal('wrong_sign');
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
