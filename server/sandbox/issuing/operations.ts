import * as z from '../../../shared/zod.ts';
import { toFieldErrors } from '../../../shared/field-errors.ts';
import { QueryBalanceRequest } from '../../../shared/interface/issuing/account.ts';
import { DeleteCardholderRequest, QueryCardholderRequest } from '../../../shared/interface/issuing/cardholders.ts';
import { CreateCardRequest, QueryCardOperationRequest } from '../../../shared/interface/issuing/cards.ts';
import { IssuingAmount, IssuingId, issuingAuthenticationFields } from '../../../shared/interface/issuing/formats.ts';
import { RequestId } from '../../../shared/interface/formats.ts';
import {
  CreateCardGroupRequest,
  RechargeCardGroupRequest,
  UpdateCardGroupStatusRequest,
} from '../../../shared/interface/issuing/groups.ts';
import type { SandboxState } from '../state.ts';
import { queryAccountBalance, queryOperation } from './accounts.ts';
import { IssuingRefusalError, toFailureEnvelope, toSuccessEnvelope } from './envelope.ts';
import { CARD_BINS } from './issuing-state.ts';
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
import { toTextToSign, hasValidSign } from './sign.ts';

type Fields = Record<string, unknown>;

/** One issuing operation: its path, its fields, its handler. */
interface IssuingOperation {
  /** Spelled as in the gateway profile. */
  name: string;
  path: string;
  /** One line for the documentation. */
  description: string;
  run: (state: SandboxState, companyId: string, fields: Fields) => Fields;
  /** Changes something; its request_id can be used once. */
  isWrite: boolean;
}

const card = { card_id: IssuingId };
const group = { group_id: IssuingId };

/** Where the interface shows no payload, the sandbox requires these fields and accepts any other. */
const named = <T extends z.core.$ZodLooseShape>(shape: T) =>
  z.looseObject({ ...shape, ...issuingAuthenticationFields });

const write = <T extends { request_id: string }>(
  name: string,
  path: string,
  does: string,
  schema: z.ZodMiniType<T>,
  work: (state: SandboxState, companyId: string, fields: T) => Fields,
): IssuingOperation => ({
  name,
  path,
  description: does,
  isWrite: true,
  run: (state, id, fields) => work(state, id, parse(schema, fields)),
});

const query = <T>(
  name: string,
  path: string,
  does: string,
  schema: z.ZodMiniType<T>,
  work: (state: SandboxState, companyId: string, fields: T) => Fields,
): IssuingOperation => ({
  name,
  path,
  description: does,
  isWrite: false,
  run: (state, id, fields) => work(state, id, parse(schema, fields)),
});

/** Every issuing operation of the interface (4.9 and 4.10). */
export const ISSUING_OPERATIONS: readonly IssuingOperation[] = [
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
    CreateCardGroupRequest,
    createGroup,
  ),
  write(
    'rechargeGroup',
    '/api/group/recharge',
    'moves money from the account into the group, with a fee',
    RechargeCardGroupRequest,
    rechargeGroup,
  ),
  write(
    'updateGroupStatus',
    '/api/group/status',
    'an inactive group takes no card and no money',
    UpdateCardGroupStatusRequest,
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
    (state, id, fields) => deleteCardholder(state, id, fields.cardholder_id),
  ),
  query(
    'queryCardOperation',
    '/api/card/query_operate_result',
    'returns an operation by order_id, or by its request_id',
    QueryCardOperationRequest,
    queryOperation,
  ),
  query(
    'queryAccountBalance',
    '/api/account/balance',
    'returns balances, rates and their sum in US dollars',
    QueryBalanceRequest,
    (state, id) => queryAccountBalance(state, id),
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
  query('queryCardBin', '/api/card/bin_query', 'returns the number ranges', named({}), () => ({
    bin_list: CARD_BINS.map((bin) => ({ ...bin })),
  })),
  query(
    'queryCard',
    '/api/card/query',
    'returns a card with its balance, the number truncated',
    named(card),
    (state, id, fields) => queryCard(state, id, fields.card_id),
  ),
  query(
    'queryCardTransactions',
    '/api/card/transaction',
    'returns the card’s transactions',
    named(card),
    (state, id, fields) => queryCardTransactions(state, id, fields.card_id),
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
  query('queryGroup', '/api/group/query', 'returns a group with its balance', named(group), (state, id, fields) =>
    queryGroup(state, id, fields.group_id),
  ),
  write(
    'deleteGroup',
    '/api/group/delete',
    'deletes one without live cards; what is left goes back',
    named({ ...group, request_id: RequestId }),
    (state, id, fields) => deleteGroup(state, id, fields.group_id),
  ),
  write(
    'withdrawFromGroup',
    '/api/group/withdraw',
    'moves money from the group to the account',
    named({ ...group, amount: IssuingAmount, request_id: RequestId }),
    withdrawFromGroup,
  ),
  query('queryRule', '/api/rule/query', 'returns the rules for card groups', named({}), (_state, _id, fields) =>
    queryRule(fields['rule_id']),
  ),
];

/** Runs one issuing request: checks company, sign and repetition, then runs the operation. */
export function runIssuingOperation(state: SandboxState, operation: IssuingOperation, fields: Fields): Fields {
  try {
    const company = state.issuing.companies.find((entry) => entry.company_id === fields['company_id']);
    if (company === undefined) throw new IssuingRefusalError('wrong_company');
    if (!hasValidSign(fields, company.sign_keys))
      throw new IssuingRefusalError('wrong_sign', `it is SHA-256 of ${toTextToSign(fields)} + sign key`);
    if (operation.isWrite) refuseRepeatedRequest(state, company.company_id, fields['request_id']);
    const result = operation.run(state, company.company_id, fields);
    if (operation.isWrite) recordRequestId(state, company.company_id, String(fields['request_id']), result);
    return toSuccessEnvelope(result);
  } catch (error) {
    if (error instanceof IssuingRefusalError) return toFailureEnvelope(error);
    throw error;
  }
}

/**
 * The interface does not show the effect of a repeated request_id. The sandbox refuses it, so a duplicate request is
 * detected.
 */
function refuseRepeatedRequest(state: SandboxState, companyId: string, requestId: unknown): void {
  if (state.issuing.orderIdsByRequest.has(`${companyId} ${String(requestId)}`))
    throw new IssuingRefusalError('repeated');
}

function recordRequestId(state: SandboxState, companyId: string, requestId: string, result: Fields): void {
  const key = `${companyId} ${requestId}`;
  if (!state.issuing.orderIdsByRequest.has(key))
    state.issuing.orderIdsByRequest.set(key, typeof result['order_id'] === 'string' ? result['order_id'] : '');
}

function parse<T>(schema: z.ZodMiniType<T>, fields: Fields): T {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const [first] = toFieldErrors(parsed.error, fields);
  throw new IssuingRefusalError('invalid', first === undefined ? undefined : `${first.path} ${first.rule}`);
}
