import * as z from '../../shared/zod.ts';
import { AccountName } from '../../shared/contract/account-name.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { restrictStoreToAccounts } from '../store/index.ts';
import { depsForAccount, depsForRequestedAccount, type AccountDeps, type CompanionDeps } from '../companion-deps.ts';
import type { ApiCaller } from '../http/index.ts';

/** The account in a query: of a list, its entries; of another call, whose credentials are used if no record says it. */
export const accountQuery = { account: z.optional(AccountName) };

/** The dependencies as a caller sees them: a key that is bound to accounts sees nothing of the others. */
export function depsForCaller(deps: CompanionDeps, { accounts }: ApiCaller): CompanionDeps {
  if (accounts === null) return deps;
  return {
    ...deps,
    store: restrictStoreToAccounts(deps.store, accounts),
    accounts: deps.accounts.filter(({ account }) => accounts.includes(account)),
  };
}

/** The entry of a batch, as its caller names it. */
interface Target {
  payment_id?: string | undefined;
  transaction_id?: string | undefined;
}

/**
 * The dependencies of the account of a batch: that of its payments, otherwise the one that the caller names. A batch goes to
 * the gateway with the credentials of one account.
 * @param list the name of the batch in the body
 * @throws CheckoutError `invalid_request` for entries of several accounts, and for a transaction that no payment tells the
 *   account of; nothing is sent
 */
export async function depsForBatch(
  deps: CompanionDeps,
  { list, targets, account }: { list: string; targets: readonly Target[]; account: string | undefined },
): Promise<CompanionDeps & AccountDeps> {
  const chosen = depsForRequestedAccount(deps, account);
  if (deps.accounts.length === 1) return chosen;
  let found: string | undefined = account;
  for (const [index, target] of targets.entries()) {
    const names = await accountsOf(account === undefined ? deps : chosen, target);
    if (account === undefined && target.transaction_id !== undefined && names.length === 0) {
      const rule = `named, as no payment here has the transaction_id of ${list}.${String(index)}`;
      throw new CheckoutError('invalid_request', undefined, { fields: [{ path: 'account', code: 'required', rule }] });
    }
    const others = names.filter((name) => name !== (found ?? names[0]));
    if (others.length > 0) {
      const path = `${list}.${String(index)}`;
      const rule =
        'of the same account as the entries before; where several have this transaction_id, name the account';
      throw new CheckoutError('invalid_request', undefined, { fields: [{ path, code: 'not_allowed', rule }] });
    }
    found ??= names[0];
  }
  return found === undefined ? chosen : depsForAccount(deps, found);
}

/** The accounts of the payments that an entry may mean. */
async function accountsOf({ store }: Pick<CompanionDeps, 'store'>, target: Target): Promise<string[]> {
  if (target.payment_id !== undefined) {
    const payment = await store.findPayment(target.payment_id);
    return payment === undefined ? [] : [payment.account];
  }
  if (target.transaction_id === undefined) return [];
  const { payments } = await store.listPayments({ transactionId: target.transaction_id, limit: 100 });
  return [...new Set(payments.map(({ account }) => account))];
}
