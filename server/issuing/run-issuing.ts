import { CheckoutError } from '../../shared/errors.ts';
import { ISSUING_WRITES, type IssuingOperationName } from '../gateway/issuing-operations.ts';
import type { IssuingAnswer, IssuingClient } from '../gateway/issuing-client.ts';
import { withoutCardData } from '../gateway/redact.ts';
import { toGatewayError } from '../merchant/gateway-error.ts';
import { runOperation, settleOperation, type OperationAnswer, type RanOperation } from '../merchant/run-operation.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import type { OperationRecord } from '../store/merchant-store.ts';

type Fields = Record<string, unknown>;
type Call = (fields: Fields) => Promise<IssuingAnswer<Fields>>;

function callOf(deps: PaymentDeps, name: IssuingOperationName): Call {
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
 * Runs an issuing operation that changes something (interface 4.9, 4.10): sent once, kept without card numbers and
 * codes. A new card's number and code are given back this once.
 * @throws CheckoutError `not_configured`, and as {@link runOperation}
 */
export function runIssuing(
  deps: PaymentDeps,
  name: IssuingOperationName,
  fields: Fields & { request_id: string },
): Promise<RanOperation> {
  const call = callOf(deps, name);
  return runOperation(deps, {
    name,
    requestId: fields.request_id,
    fields,
    send: async () => toOperationAnswer(deps, name, await call(fields)),
    showsCard: name === 'createCard',
  });
}

/** Operations whose result the interface shows: one that does not say its status says nothing. */
const DOCUMENTED: ReadonlySet<string> = new Set([
  'createCard',
  'createGroup',
  'rechargeGroup',
  'updateGroupStatus',
  'deleteCardholder',
] satisfies IssuingOperationName[]);

function toOperationAnswer(deps: PaymentDeps, name: string, answer: IssuingAnswer<Fields>): OperationAnswer {
  if (answer.kind !== 'answered') return answer;
  const { result } = answer;
  const list = result['create_result_list'];
  const cards = Array.isArray(list) ? (list as Fields[]) : undefined;
  // The status of the result, or of each of the cards that it lists.
  const said = (cards ?? [result]).map((part) => part['status']).filter((status) => typeof status === 'string');
  const { item_status: meanings } = deps.gateway.profile;
  const known = said.map((status) => (Object.hasOwn(meanings, status) ? meanings[status] : undefined));
  const order = cards?.[0]?.['order_id'];
  const whole = typeof order === 'string' ? { order_id: order, ...result } : result;
  if (known.length === 0 && DOCUMENTED.has(name)) return { kind: 'done', status: 'unknown', result: whole };
  if (known.every((meaning) => meaning === 'accepted')) return { kind: 'done', status: 'succeeded', result: whole };
  if (known.includes(undefined)) return { kind: 'done', status: 'unknown', result: whole };
  const status = known.includes('in_progress') ? 'in_progress' : 'refused';
  return { kind: 'done', status, result: whole };
}

/**
 * Runs an issuing operation that only reads, and gives back its result.
 * @throws CheckoutError `not_configured`, `gateway_refused`, `gateway_misconfigured`, `gateway_unreachable`,
 *   `gateway_no_answer`
 */
export async function queryIssuing(deps: PaymentDeps, name: IssuingOperationName, fields: Fields): Promise<Fields> {
  if (ISSUING_WRITES.has(name)) throw new CheckoutError('internal_error');
  const answer = await callOf(deps, name)(fields);
  if (answer.kind === 'answered') return withoutCardData(answer.result, 'kept');
  throw toGatewayError(answer);
}

/** Operations whose outcome query_operate_result can tell (interface 4.9). */
const ASKABLE: ReadonlySet<string> = new Set([
  'createCard',
  'rechargeCard',
  'withdrawFromCard',
  'cancelCard',
  'createGroup',
  'rechargeGroup',
  'withdrawFromGroup',
] satisfies IssuingOperationName[]);

/**
 * Looks up an operation whose answer was lost, by its order_id, or by its own request_id where that is all we have. A
 * "not found" changes nothing: the request may still be on its way.
 */
export async function checkIssuing(deps: PaymentDeps, operation: OperationRecord): Promise<void> {
  if (deps.issuing === undefined || !ASKABLE.has(operation.name)) return;
  const answer = await deps.issuing.queryCardOperation({
    order_id: operation.orderId ?? '',
    request_id: operation.requestId,
  });
  if (answer.kind !== 'answered' || !isAbout(operation, answer.result)) return;
  await settleOperation(deps, operation, toOperationAnswer(deps, 'queryCardOperation', answer));
}

/** Whether a reported operation is this one: it has a number and a status, and contradicts nothing that is known. */
function isAbout(operation: OperationRecord, result: Fields): boolean {
  const { order_id: orderId, amount, status } = result;
  if (typeof orderId !== 'string' || orderId === '' || typeof status !== 'string') return false;
  if (operation.orderId !== null && operation.orderId !== orderId) return false;
  const asked = operation.request['recharge_amount'] ?? operation.request['amount'];
  return typeof asked !== 'number' || typeof amount !== 'number' || Math.abs(asked - amount) < 0.005;
}
