import { ERROR_CODES_OF_EVERY_CALL, errorCodesOfRoute, type CallErrorCodes } from '../../server/api/errors.ts';
import { API_ROUTES } from '../../server/api/routes.ts';
import { BASKET_CALL_ERRORS } from '../../server/routes/baskets.ts';
import { SAVED_CARDS_CALL_ERRORS } from '../../server/routes/cards.ts';
import { CHECKOUT_CALL_ERRORS } from '../../server/routes/checkout.ts';
import { CONSOLE_CALL_ERRORS } from '../../server/routes/console.ts';

/** The calls of the three APIs with every error code that each may return. */
export const CALLS_WITH_ERROR_CODES: Readonly<Record<'checkout' | 'merchant' | 'console', readonly CallErrorCodes[]>> =
  {
    checkout: [...CHECKOUT_CALL_ERRORS, ...BASKET_CALL_ERRORS, ...SAVED_CARDS_CALL_ERRORS].map(withErrorsOfEachCall),
    merchant: API_ROUTES.map((entry) => ({ ...entry, path: `/v1${entry.path}`, errors: errorCodesOfRoute(entry) })),
    console: CONSOLE_CALL_ERRORS.map(withErrorsOfEachCall),
  };

/**
 * Fails a test whose call is answered with an error code that its route does not declare.
 * @throws Error naming the call and the code
 */
export async function refuseUndeclaredError(method: string, path: string, response: Response): Promise<void> {
  if (response.status < 400) return;
  const [address = ''] = path.replace(/^\/console(?=\/v1\/)/, '').split('?');
  const call = [
    ...CALLS_WITH_ERROR_CODES.checkout,
    ...CALLS_WITH_ERROR_CODES.merchant,
    ...CALLS_WITH_ERROR_CODES.console,
  ]
    .filter((entry) => entry.method === method)
    .sort((one, other) => one.path.split(':').length - other.path.split(':').length)
    .find((entry) => new RegExp(`^${entry.path.replace(/:\w+/g, '[^/]+')}$`).test(address));
  if (call === undefined) return;
  const { code } = (await response.json()) as { code: string };
  if ((call.errors as string[]).includes(code)) return;
  throw new Error(`${call.method} ${call.path} answers ${code}, which its route does not declare`);
}

function withErrorsOfEachCall({ method, path, errors }: CallErrorCodes): CallErrorCodes {
  return { method, path, errors: [...new Set([...errors, ...ERROR_CODES_OF_EVERY_CALL])] };
}
