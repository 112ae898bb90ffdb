import type * as z from '../../../shared/zod.ts';
import { toFieldErrors } from '../../../shared/field-errors.ts';
import type { SandboxDigestRecipeName } from '../sign.ts';
import type { SandboxMerchant, SandboxState } from '../state.ts';
import type { Transaction } from './ledger.ts';

type Fields = Record<string, unknown>;

/** The head of a response, and a function that refuses the whole request. */
interface VerifiedRequest {
  merchant: SandboxMerchant;
  head: Record<string, string>;
}

/**
 * Finds the merchant and checks the digest.
 * @returns the merchant and the response's head, or the refusal to send
 */
export function verifyRequest(
  state: SandboxState,
  fields: Fields,
  recipe: SandboxDigestRecipeName,
  values: Fields = {},
): VerifiedRequest | { refusal: Record<string, string> } {
  const head = identityOf(fields);
  const merchant = findMerchant(state, fields);
  if (merchant === undefined) {
    return { refusal: refusedResponseFields(head, 'I0014', 'Sub-account used in the wrong environment') };
  }
  if (!state.signer.isSigned(recipe, { ...fields, ...values }, merchant.sign_keys)) {
    return {
      refusal: refusedResponseFields(
        head,
        'I0013',
        `Wrong encryption_data; it is made of ${state.signer.describe(recipe)}`,
      ),
    };
  }
  return { merchant, head };
}

/** The merchant and sub-account of a request. */
export function findMerchant(state: SandboxState, fields: Fields): SandboxMerchant | undefined {
  return state.merchants.find(
    (entry) => entry.merchant_id === fields['merchant_id'] && entry.account_id === fields['account_id'],
  );
}

/** Whether a transaction belongs to a merchant. */
export function isTransactionOfMerchant(
  merchant: SandboxMerchant,
  transaction: Transaction | undefined,
): transaction is Transaction {
  return transaction?.merchant_id === merchant.merchant_id && transaction.account_id === merchant.account_id;
}

/** Reads a batch, processes each item, and responds with the list of results (interface 4.1). */
export function processBatch<Item>(
  state: SandboxState,
  fields: Fields,
  batch: {
    recipe: SandboxDigestRecipeName;
    list: string;
    max: number;
    item: z.ZodMiniType<Item>;
    work: (item: Item, merchant: SandboxMerchant) => Fields;
  },
): Fields {
  const { list, max, item, work } = batch;
  const items = fields[list];
  const ids = Array.isArray(items) ? items.map((entry) => (entry as Fields | null)?.['transaction_id']) : [];
  const entry = verifyRequest(state, fields, batch.recipe, { transaction_ids: ids });
  if ('refusal' in entry) return entry.refusal;
  if (!Array.isArray(items) || items.length === 0)
    return refusedResponseFields(entry.head, 'I0001', `${list} must be a list`);
  if (items.length > max)
    return refusedResponseFields(entry.head, 'I0002', `at most ${String(max)} entries in ${list}`);
  const checked: Item[] = [];
  for (const [index, candidate] of items.entries()) {
    const parsed = item.safeParse(candidate);
    if (!parsed.success) {
      const [first] = toFieldErrors(parsed.error, candidate);
      return refusedResponseFields(
        entry.head,
        'I0001',
        `${list}.${String(index)}.${first?.path ?? ''} ${first?.rule ?? ''}`,
      );
    }
    checked.push(parsed.data);
  }
  const results = checked.map((each) => work(each, entry.merchant));
  return { ...acceptedResponseFields(entry.head), [list]: results };
}

/** The head of an accepted request; the digest is returned as sent. */
export function acceptedResponseFields(head: Record<string, string>): Record<string, string> {
  return { ...head, return_status: '1', return_message: 'OK' };
}

export function refusedResponseFields(
  head: Record<string, string>,
  code: string,
  message: string,
): Record<string, string> {
  return { ...head, return_status: '0', return_message: `${code}:${message}` };
}

function identityOf(fields: Fields): Record<string, string> {
  return {
    merchant_id: textOrEmptyString(fields['merchant_id']),
    account_id: textOrEmptyString(fields['account_id']),
    encryption_data: textOrEmptyString(fields['encryption_data']),
  };
}

export function textOrEmptyString(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
