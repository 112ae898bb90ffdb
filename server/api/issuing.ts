import * as z from '../../shared/zod.ts';
import { CheckoutError } from '../../shared/errors.ts';
import {
  GatewayResponseFields,
  IssuingRequestFields,
  IssuingOrPayoutResponseBody,
  CardOperationResultQuery,
  UndocumentedFields,
} from '../../shared/contract/merchant/operations.ts';
import { RequestId, textOrEmpty } from '../../shared/interface/formats.ts';
import { Cardholder } from '../../shared/interface/issuing/cardholders.ts';
import { CardOperationRecord, CreateCardRequest } from '../../shared/interface/issuing/cards.ts';
import { IssuingAmount, IssuingId } from '../../shared/interface/issuing/formats.ts';
import { CreateCardGroupRequest } from '../../shared/interface/issuing/groups.ts';
import { CompanyBalance } from '../../shared/interface/issuing/account.ts';
import type { IssuingOperationName } from '../gateway/profile/index.ts';
import { callIssuingRead, runIssuingWrite } from '../operations/index.ts';
import { depsForRequestedAccount, type AccountDeps } from '../companion-deps.ts';
import { accountQuery } from './accounts.ts';
import { toIssuingOrPayoutApiResponse, requestIdOfIdempotencyKey } from './payouts.ts';
import { GATEWAY_READ_ERRORS, GATEWAY_WRITE_ERRORS } from './errors.ts';
import { defineRoute, type ApiRoute } from './route.ts';

type Fields = Record<string, unknown>;

/** The caller may set request_id; otherwise it is derived from the Idempotency-Key. */
const own = { request_id: z.optional(RequestId) };

interface Texts {
  summary: string;
  description?: string;
}

/** A call that changes something. Its path parameters are part of the request. */
const write = <Body extends { request_id?: string | undefined }>(
  path: string,
  operation: IssuingOperationName,
  body: z.ZodMiniType<Body>,
  texts: Texts,
  toFields: (body: Body, deps: AccountDeps) => Fields = (given) => given,
): ApiRoute =>
  defineRoute({
    method: 'POST',
    path: `/issuing${path}`,
    group: 'Issuing',
    name: operation,
    ...texts,
    scope: 'issue',
    errors: ['not_configured', ...GATEWAY_WRITE_ERRORS],
    operation,
    query: z.strictObject(accountQuery),
    body,
    answer: { status: 201, also: 202, schema: IssuingOrPayoutResponseBody },
    idempotency: 'required',
    async handle({ deps, body: given, query: { account }, params, seed }) {
      const own = depsForRequestedAccount(deps, account);
      const fields = { ...toFields(given, own), ...inPath(params as Fields) };
      const request_id = given.request_id ?? requestIdOfIdempotencyKey(seed);
      return toIssuingOrPayoutApiResponse(
        await invalidAs400(() => runIssuingWrite(own, operation, { ...fields, request_id })),
      );
    },
  });

/** A call that only reads. */
const query = <Body>(
  path: string,
  operation: IssuingOperationName,
  shapes: { body: z.ZodMiniType<Body>; answer: z.ZodMiniType },
  summary: string,
  toFields: (body: Body, seed: string) => Fields = (given) => given as Fields,
): ApiRoute =>
  defineRoute({
    method: 'POST',
    path: `/issuing${path}`,
    group: 'Issuing',
    name: operation,
    summary,
    scope: 'issue',
    errors: ['not_configured', ...GATEWAY_READ_ERRORS],
    operation,
    query: z.strictObject(accountQuery),
    body: shapes.body,
    answer: { status: 200, schema: shapes.answer },
    idempotency: 'none',
    async handle({ deps, body: given, query: { account }, params }) {
      const fields = { ...toFields(given, crypto.randomUUID()), ...inPath(params as Fields) };
      return {
        body: await invalidAs400(() => callIssuingRead(depsForRequestedAccount(deps, account), operation, fields)),
      };
    },
  });

/** IDs in the path are digits (interface 4.9). */
function inPath(params: Fields): Fields {
  for (const [name, value] of Object.entries(params)) {
    if (!IssuingId.safeParse(value).success) {
      throw new CheckoutError('invalid_request', undefined, {
        fields: [{ path: name, code: 'format', rule: 'digits' }],
      });
    }
  }
  return params;
}

/** A failed check of the client, reported as the caller's error. */
async function invalidAs400<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CheckoutError) || error.code !== 'gateway_invalid_request') throw error;
    throw new CheckoutError('invalid_request', undefined, { fields: error.fields ?? [] });
  }
}

const anything = { body: UndocumentedFields, answer: GatewayResponseFields };
const CARD_FIELDS = { company_id: true, sign: true, request_id: true } as const;

const CreateCard = z.extend(z.omit(CreateCardRequest, CARD_FIELDS), own);
const CreateGroup = z.extend(z.omit(CreateCardGroupRequest, CARD_FIELDS), own);
const RechargeGroup = z.strictObject({ recharge_amount: IssuingAmount.check(z.gt(0)), ...own });
const UpdateGroupStatus = z.strictObject({ status: z.enum(['Active', 'Inactive']), ...own });
const FindCardholder = z.strictObject({
  cardholder_id: z.optional(z.union([IssuingId, z.literal('')])),
  email: z.optional(textOrEmpty(100)),
});

export const issuingRoutes: readonly ApiRoute[] = [
  write('/cards', 'createCard', CreateCard, {
    summary: 'Create a virtual card',
    description:
      'Only this response contains card_number and cvv: they are not stored, and a repetition of the call does not ' +
      'contain them. A create whose response is lost is queried and never sent again.',
  }),
  query('/cards/:card_id/query', 'queryCard', anything, 'A card’s details'),
  query('/cards/:card_id/transactions', 'queryCardTransactions', anything, 'What a card was used for'),
  write('/cards/:card_id/recharge', 'rechargeCard', IssuingRequestFields, { summary: 'Recharge a card' }),
  write('/cards/:card_id/withdraw', 'withdrawFromCard', IssuingRequestFields, {
    summary: 'Withdraw from a card',
  }),
  write('/cards/:card_id/cancel', 'cancelCard', IssuingRequestFields, { summary: 'Cancel a card permanently' }),
  write('/cards/:card_id/status', 'updateCardStatus', IssuingRequestFields, {
    summary: 'Freeze or unfreeze a card',
  }),
  write('/cards/:card_id/limit', 'updateSharedCardLimit', IssuingRequestFields, {
    summary: 'Set the limit of a shared card',
  }),
  query('/bins/query', 'queryCardBin', anything, 'The number ranges that cards can be made in'),
  write('/groups', 'createGroup', CreateGroup, { summary: 'Create a group' }),
  write('/groups/:group_id/recharge', 'rechargeGroup', RechargeGroup, { summary: 'Recharge a group' }),
  write(
    '/groups/:group_id/status',
    'updateGroupStatus',
    UpdateGroupStatus,
    { summary: 'Make a group Active or Inactive' },
    ({ status, ...rest }, deps) => {
      const { active, inactive } = deps.gateway.profile.group_status;
      return { ...rest, status: status === 'Active' ? active : inactive };
    },
  ),
  query('/groups/:group_id/query', 'queryGroup', anything, 'A group’s details'),
  write('/groups/:group_id/withdraw', 'withdrawFromGroup', IssuingRequestFields, {
    summary: 'Withdraw from a group',
  }),
  write('/groups/:group_id/delete', 'deleteGroup', IssuingRequestFields, { summary: 'Delete a group' }),
  query('/rules/query', 'queryRule', anything, 'The rules that groups can follow'),
  write('/cardholders', 'createCardholder', IssuingRequestFields, { summary: 'Create a cardholder' }),
  query(
    '/cardholders/query',
    'queryCardholder',
    { body: FindCardholder, answer: Cardholder },
    'A cardholder, by id or by email',
    ({ cardholder_id = '', email = '' }) => ({ cardholder_id, email }),
  ),
  write('/cardholders/:cardholder_id/update', 'updateCardholder', IssuingRequestFields, {
    summary: 'Change a cardholder',
  }),
  write('/cardholders/:cardholder_id/delete', 'deleteCardholder', z.strictObject(own), {
    summary: 'Delete a cardholder',
  }),
  query(
    '/operations/query',
    'queryCardOperation',
    { body: CardOperationResultQuery, answer: CardOperationRecord },
    'What became of an operation on a card',
    ({ order_id = '', request_id }, fresh) => ({ order_id, request_id: request_id ?? fresh }),
  ),
  query(
    '/balance',
    'queryAccountBalance',
    { body: z.strictObject({}), answer: CompanyBalance },
    'The company’s balance',
  ),
];
