import { CheckoutError } from '../../shared/errors.ts';
import { ISSUING_WRITES, type IssuingOperationName } from '../gateway/profile/index.ts';
import type { IssuingCallResult, IssuingClient } from '../gateway/issuing-client.ts';
import type { IssuingMovementType } from '../gateway/profile/index.ts';
import { redactFields } from '../gateway/redact.ts';
import { findMismatchedField, toGatewayReadError } from '../context/index.ts';
import {
  alertIssuingOrPayoutMismatch,
  runIssuingOrPayoutOperation,
  applyIssuingOrPayoutOperationResult,
  type IssuingOrPayoutOperationResponse,
  type IssuingOrPayoutOperationWithResult,
  type IssuingOrPayoutDeps,
} from './run-operation.ts';
import type { IssuingOrPayoutOperationRecord } from '../store/index.ts';

/** The dependencies of issuing. */
export interface IssuingDeps extends IssuingOrPayoutDeps {
  /** Undefined if the merchant issues no cards. */
  issuing: IssuingClient | undefined;
}

type Fields = Record<string, unknown>;
type Call = (fields: Fields) => Promise<IssuingCallResult<Fields>>;

function callOf(deps: IssuingDeps, name: IssuingOperationName): Call {
  const client: IssuingClient | undefined = deps.issuing;
  if (client === undefined) {
    throw new CheckoutError(
      'not_configured',
      'Issuing needs TILLGATE_ISSUING_URL, TILLGATE_COMPANY_ID and TILLGATE_ISSUING_SIGN_KEY.',
    );
  }
  return client[name] as Call;
}

/**
 * Runs an issuing operation that changes something (interface 4.9, 4.10): sent once, stored without card numbers and
 * codes. A new card's number and code are returned this once.
 * @throws CheckoutError `not_configured`, and as {@link runIssuingOrPayoutOperation}
 */
export function runIssuingWrite(
  deps: IssuingDeps,
  name: IssuingOperationName,
  fields: Fields & { request_id: string },
): Promise<IssuingOrPayoutOperationWithResult> {
  const call = callOf(deps, name);
  return runIssuingOrPayoutOperation(deps, {
    name,
    requestId: fields.request_id,
    fields,
    send: async () => toOwnAnswer(deps, name, fields, await call(fields)),
    showsCard: name === 'createCard',
  });
}

/** The response to the requested operation; one that names another operation is a mismatch. */
function toOwnAnswer(
  deps: IssuingDeps,
  name: string,
  asked: Fields,
  answer: IssuingCallResult<Fields>,
): IssuingOrPayoutOperationResponse {
  const parts = answer.kind === 'completed' ? [answer.result, ...(cardsOf(answer.result) ?? [])] : [];
  const foreign = parts.map((part) => findOther(deps, { name, asked }, part)).find((field) => field !== undefined);
  if (foreign !== undefined) return { kind: 'unknown', reason: `${foreign} differs`, mismatch: true };
  return toIssuingOrPayoutApiResponse(deps, name, answer);
}

/** The cards that a result lists (interface 4.9, create a card). */
function cardsOf(result: Fields): Fields[] | undefined {
  const list = result['create_result_list'];
  return Array.isArray(list) ? (list as Fields[]) : undefined;
}

/** Operations whose result has a status in the interface; without it the outcome is unknown. */
const DOCUMENTED: ReadonlySet<string> = new Set([
  'createCard',
  'createGroup',
  'rechargeGroup',
  'updateGroupStatus',
  'deleteCardholder',
] satisfies IssuingOperationName[]);

function toIssuingOrPayoutApiResponse(
  deps: IssuingDeps,
  name: string,
  answer: IssuingCallResult<Fields>,
): IssuingOrPayoutOperationResponse {
  if (answer.kind !== 'completed') return answer;
  const { result } = answer;
  const cards = cardsOf(result);
  // The status of the result, or of each of the cards that it lists.
  const said = (cards ?? [result]).map((part) => part['status']);
  const { item_status: meanings } = deps.gateway.profile;
  const known = said
    .filter((status) => typeof status === 'string' || cards !== undefined)
    .map((status) => (typeof status === 'string' && Object.hasOwn(meanings, status) ? meanings[status] : undefined));
  const order = cards?.[0]?.['order_id'];
  const whole = typeof order === 'string' ? { order_id: order, ...result } : result;
  if (known.length === 0 && DOCUMENTED.has(name)) return { kind: 'done', status: 'unknown', result: whole };
  if (known.every((meaning) => meaning === 'accepted')) return { kind: 'done', status: 'succeeded', result: whole };
  if (known.includes(undefined)) return { kind: 'done', status: 'unknown', result: whole };
  if (known.every((meaning) => meaning === 'refused')) return { kind: 'done', status: 'refused', result: whole };
  if (known.length === 1) return { kind: 'done', status: 'in_progress', result: whole };
  return { kind: 'done', status: 'unknown', result: whole, reason: 'not all of the cards were made' };
}

/**
 * Runs an issuing operation that only reads, and returns its result.
 * @throws CheckoutError `not_configured`, `gateway_refused`, `gateway_misconfigured`, `gateway_unreachable`,
 *   `gateway_no_answer`
 */
export async function callIssuingRead(deps: IssuingDeps, name: IssuingOperationName, fields: Fields): Promise<Fields> {
  if (ISSUING_WRITES.has(name)) throw new CheckoutError('internal_error');
  const answer = await callOf(deps, name)(fields);
  if (answer.kind === 'completed') return redactFields(answer.result, 'kept');
  throw toGatewayReadError(answer);
}

/** Operations that query_operate_result reports (interface 4.9), with the kind that it reports for each. */
const ASKABLE: Readonly<Record<string, IssuingMovementType>> = {
  createCard: 'create',
  rechargeCard: 'recharge',
  withdrawFromCard: 'withdraw',
  cancelCard: 'cancel',
  createGroup: 'create',
  rechargeGroup: 'recharge',
  withdrawFromGroup: 'withdraw',
} satisfies Partial<Record<IssuingOperationName, IssuingMovementType>>;

/**
 * Queries an operation whose response was lost, by its order_id, or by its own request_id if no order_id is known. "Not
 * found" changes nothing: the request may not have arrived yet.
 * @throws CheckoutError `store_unavailable`
 */
export async function updateOutcomeByIssuingQuery(
  deps: IssuingDeps,
  operation: IssuingOrPayoutOperationRecord,
): Promise<void> {
  if (deps.issuing === undefined || !Object.hasOwn(ASKABLE, operation.name)) return;
  // The query reports one card; for an operation with several cards a person resolves it.
  if ((cardsOf(operation.result ?? {}) ?? []).length > 1) return;
  const answer = await deps.issuing.queryCardOperation({
    order_id: operation.order_id ?? '',
    request_id: operation.request_id,
  });
  if (answer.kind !== 'completed') return;
  const { order_id: orderId, status } = answer.result;
  if (typeof orderId !== 'string' || orderId === '' || typeof status !== 'string') return;
  const asked = { ...operation.request, order_id: operation.order_id };
  const foreign = findOther(deps, { name: operation.name, asked }, answer.result);
  if (foreign !== undefined) alertIssuingOrPayoutMismatch(deps, operation, `${foreign} differs`);
  else
    await applyIssuingOrPayoutOperationResult(
      deps,
      operation,
      toIssuingOrPayoutApiResponse(deps, 'queryCardOperation', answer),
    );
}

/** The fields of a result that identify its operation. */
const NAMED = {
  texts: ['request_id', 'order_id', 'card_id', 'group_id', 'cardholder_id', 'currency'],
  sums: ['recharge_amount', 'amount', 'card_limit'],
};

/** The first field in which a result differs from the requested operation. */
function findOther(
  deps: IssuingDeps,
  { name, asked }: { name: string; asked: Fields },
  said: Fields,
): string | undefined {
  const { operation_type: kinds } = deps.gateway.profile;
  const { type } = said;
  const kind = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  const own = Object.hasOwn(ASKABLE, name) ? ASKABLE[name] : undefined;
  if (kind !== undefined && own !== undefined && kind !== own) return 'type';
  // The field recharge_amount of a request is amount in the query (interface 2.5).
  const sum = asked['recharge_amount'] ?? asked['amount'];
  return findMismatchedField({ ...asked, recharge_amount: sum, amount: sum }, said, NAMED);
}
