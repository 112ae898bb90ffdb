import { expect, test } from 'vitest';
import {
  API_KEY_ERRORS,
  BODY_ERRORS,
  ERROR_CODES_OF_EVERY_CALL,
  type CallErrorCodes,
} from '../../server/api/errors.ts';
import { basketSessionRoutes } from '../../server/routes/baskets.ts';
import { savedCardsRoutes } from '../../server/routes/cards.ts';
import { checkoutRoutes } from '../../server/routes/checkout.ts';
import { CALLS_WITH_ERROR_CODES } from '../support/declared-errors.ts';

const toCodes = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(', ');

function toTable(calls: readonly CallErrorCodes[], stated: readonly string[]): string {
  const rows = calls.map(({ method, path, errors }) => {
    const own = errors.filter((code) => !stated.includes(code));
    return `| \`${method} ${path.replace(/:(\w+)/g, '{$1}')}\` | ${toCodes(own)} |`;
  });
  return ['| Call | Error codes |', '| --- | --- |', ...rows].join('\n');
}

test('every route of the checkout API declares its error codes', () => {
  const options = { allowedOrigins: [], trustProxy: 0, isApiKey: () => false, pricing: undefined };
  const deps = {} as never;
  const apps = [checkoutRoutes(deps, options), basketSessionRoutes(deps, options), savedCardsRoutes(deps)];
  const served = apps.flatMap((app) => app.routes).filter(({ method }) => method !== 'ALL');
  const declared = CALLS_WITH_ERROR_CODES.checkout.map(({ method, path }) => `${method} ${path}`);
  expect(served.map(({ method, path }) => `${method} /checkout${path}`).sort()).toEqual(declared.sort());
});

test('the page of errors lists the error codes of each call', async () => {
  const stated = [...ERROR_CODES_OF_EVERY_CALL, ...BODY_ERRORS];
  const text = `# Error codes of each call

Made from the code by \`test/architecture/error-table.test.ts\`; to make it anew:
\`npx vitest run --config .config/vitest.config.mjs --project cross test/architecture -u\`.
[Errors](api.md#errors) explains each code.

- Each call may return ${toCodes(ERROR_CODES_OF_EVERY_CALL)}.
- A call with a body may also return ${toCodes(BODY_ERRORS)}.
- The tables list the other codes of each call.

## Checkout API

${toTable(CALLS_WITH_ERROR_CODES.checkout, stated)}

## Merchant API

Each call may also return ${toCodes(API_KEY_ERRORS)}.

${toTable(CALLS_WITH_ERROR_CODES.merchant, [...stated, ...API_KEY_ERRORS])}

## Console

The calls below \`/console/v1\` return the codes of the merchant API.

${toTable(CALLS_WITH_ERROR_CODES.console, stated)}
`;
  await expect(text).toMatchFileSnapshot('../../server/docs/error-table.md');
});
