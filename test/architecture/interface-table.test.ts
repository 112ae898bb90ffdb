import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import { describe, expect, test } from 'vitest';
import { API_ROUTES } from '../../server/api/routes.ts';
import { CLI_CALLS } from '../../server/commands/api/calls.ts';
import { createAcquiringClient } from '../../server/gateway/acquiring-client.ts';
import { createIssuingClient } from '../../server/gateway/issuing-client.ts';
import { DEFAULT_PROFILE } from '../../server/gateway/profile/index.ts';
import { ISSUING_OPERATIONS } from '../../server/sandbox/issuing/operations.ts';
import { JSON_RESPONSE_OPERATIONS, NON_JSON_RESPONSE_OPERATIONS } from '../../server/sandbox/acquiring/operations.ts';

/** Every operation that sections 4.2 to 4.10 of the interface document or name, with the client's method for it. */
const OPERATIONS: readonly (readonly [section: string, operation: string, method: string])[] = [
  ['4.2', 'Create a direct payment', 'authorise'],
  ['4.2', 'Create an APM payment', 'authorise'],
  ['4.3', 'Update an order', 'updateOrders'],
  ['4.4', 'Refund a transaction', 'refund'],
  ['4.5', 'Review a transaction', 'review'],
  ['4.6', 'Search a refund transaction', 'searchRefunds'],
  ['4.7', 'Cancel a subscription', 'cancelSubscription'],
  ['4.9', 'Create a card', 'createCard'],
  ['4.9', 'Create a group', 'createGroup'],
  ['4.9', 'Recharge a group', 'rechargeGroup'],
  ['4.9', 'Update group status', 'updateGroupStatus'],
  ['4.9', 'Query cardholder', 'queryCardholder'],
  ['4.9', 'Delete cardholder', 'deleteCardholder'],
  ['4.9', 'Query for card operation', 'queryCardOperation'],
  ['4.9', 'Query account balance', 'queryAccountBalance'],
  ['4.10', 'Create a redirect (iFrame) payment', 'prepareRedirectPayment'],
  ['4.10', 'Capture a transaction', 'capture'],
  ['4.10', 'Cancel a transaction', 'cancel'],
  ['4.10', 'Query a transaction', 'queryTransactions'],
  ['4.10', 'Create a payout', 'payout'],
  ['4.10', 'Optimise payment methods', 'optimisePaymentMethods'],
  ['4.10', 'Create cardholder', 'createCardholder'],
  ['4.10', 'Update Cardholder', 'updateCardholder'],
  ['4.10', 'Query card BIN', 'queryCardBin'],
  ['4.10', 'Query card details', 'queryCard'],
  ['4.10', 'Query card transaction', 'queryCardTransactions'],
  ['4.10', 'Recharge card', 'rechargeCard'],
  ['4.10', 'Withdraw from a card', 'withdrawFromCard'],
  ['4.10', 'Cancel a card', 'cancelCard'],
  ['4.10', 'Update card status', 'updateCardStatus'],
  ['4.10', 'Update shared card limit', 'updateSharedCardLimit'],
  ['4.10', 'Query group details', 'queryGroup'],
  ['4.10', 'Delete group', 'deleteGroup'],
  ['4.10', 'Group Card Withdrawal', 'withdrawFromGroup'],
  ['4.10', 'Query rule', 'queryRule'],
  ['4.10', 'Batch Upload Logistics Information', 'uploadLogistics'],
  ['4.10', 'Query a payout transaction', 'queryPayouts'],
  ['4.10', 'Query Merchant Payout Balance', 'queryPayoutBalance'],
  ['4.10', 'Query Merchant Unsettled Amount', 'queryUnsettledAmount'],
];

/** Where an acquiring method's name differs from the profile's, which spells operations as their paths do. */
const PROFILE_NAMES: Readonly<Record<string, string>> = {
  searchRefunds: 'retrievalRefund',
  cancelSubscription: 'cancelsubscription',
  prepareRedirectPayment: 'checkout',
  queryTransactions: 'retrievalTrans',
  optimisePaymentMethods: 'optimise',
  queryPayouts: 'payoutQuery',
  queryPayoutBalance: 'payoutBalance',
  queryUnsettledAmount: 'unsettledAmount',
};

const root = new URL('../../', import.meta.url).pathname;
const acquiring = createAcquiringClient({ baseUrl: 'http://a.test', merchantId: '1', accountId: '1', signKeys: ['k'] });
const issuing = createIssuingClient({ baseUrl: 'http://a.test', companyId: '1', signKeys: ['k'] });

const tests = ['test/contract', 'server/gateway', 'server/sandbox'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') })),
);

interface Row {
  section: string;
  operation: string;
  client: string;
  path: string;
  api: string;
  cli: string;
  sandbox: string;
  test: string;
}

function toRow([section, operation, method]: (typeof OPERATIONS)[number]): Row {
  const client = Object.hasOwn(acquiring, method) ? 'acquiring' : Object.hasOwn(issuing, method) ? 'issuing' : '';
  // A payment is made by the shopper in a session of the shop's; everything else is one call.
  const routes = API_ROUTES.filter((route) =>
    method === 'authorise' ? route.name === 'createSession' : route.operation === method,
  );
  const calls = CLI_CALLS.filter((call) => routes.some((route) => route.name === call.route));
  const path = pathOf(method);
  const checkout = method === 'authorise' ? ['`POST /checkout/payments`'] : [];
  return {
    section,
    operation,
    client: client === '' ? '' : `${client} \`${method}\``,
    path: `\`POST ${path}\``,
    api: [...routes.map((route) => `\`${route.method} /v1${route.path}\``), ...checkout].join(', '),
    cli: calls.map((call) => `\`tillgate ${call.words}\``).join(', '),
    sandbox: sandboxOf(path),
    test: testsOf(method, routes).join(', '),
  };
}

function pathOf(method: string): string {
  const name = PROFILE_NAMES[method] ?? method;
  const operations: Record<string, { path: string }> = {
    ...DEFAULT_PROFILE.operations,
    ...DEFAULT_PROFILE.issuing_operations,
  };
  return operations[name]?.path ?? '';
}

function sandboxOf(path: string): string {
  const all = [
    ...Object.values(JSON_RESPONSE_OPERATIONS),
    ...Object.values(NON_JSON_RESPONSE_OPERATIONS),
    ...ISSUING_OPERATIONS,
  ];
  return all.find((entry) => entry.path === path)?.description ?? '';
}

/** Tests that call the client's method, or the API's address; a test may leave the area's prefix to a function. */
function testsOf(method: string, routes: readonly { path: string }[]): string[] {
  const addresses = routes.map(({ path }) => `${path.replace('/issuing', '').replace(/:\w+/g, '[^/\\s]+')}(?=['\`?])`);
  const calls = new RegExp([`client\\.${method}\\(`, `'${method}'`, ...addresses].join('|'), 'g');
  const counted = tests.map(({ path, text }) => ({ path, count: text.match(calls)?.length ?? 0 }));
  // The two that have most to do with it.
  return counted
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1))
    .slice(0, 2)
    .map(({ path }) => `\`${path}\``);
}

const rows = OPERATIONS.map(toRow);

describe('operations of the interface', () => {
  test('every operation of the interface has a client method, an API route, a command, a sandbox handler and a test', () => {
    for (const row of rows) {
      for (const [name, cell] of Object.entries(row)) expect(cell, `${row.operation}: ${name}`).not.toBe('');
    }
    expect(rows).toHaveLength(39);
  });

  test('the table lists every operation of the profile, the clients and the sandbox', () => {
    const used = new Set(rows.map((row) => row.path.slice(6, -1)));
    const { operations, issuing_operations: more } = DEFAULT_PROFILE;
    const known = [...Object.values(operations), ...Object.values(more)].map((entry) => entry.path);
    const simulated = [
      ...Object.values(JSON_RESPONSE_OPERATIONS),
      ...Object.values(NON_JSON_RESPONSE_OPERATIONS),
      ...ISSUING_OPERATIONS,
    ];
    expect([...used].sort()).toEqual([...new Set(known)].sort());
    expect([...used].sort()).toEqual(simulated.map((entry) => entry.path).sort());
  });

  test('the interface table of the documents matches the code', async () => {
    const head = '| Section | Operation | Client | Gateway | API | Command | Sandbox | Tests |';
    const lines = rows.map((row) => `| ${Object.values(row as unknown as Record<string, string>).join(' | ')} |`);
    const text = `# Every operation of the interface

Made from the code by \`test/architecture/interface-table.test.ts\`; to make it anew:
\`npx vitest run --config .config/vitest.config.mjs --project cross test/architecture -u\`.

${[head, head.replace(/[^|]+/g, ' --- '), ...lines].join('\n')}
`;
    const options = await prettier.resolveConfig(join(root, 'server/docs/x.md'), {
      config: join(root, '.config/prettier.json'),
    });
    const formatted = await prettier.format(text, { ...options, parser: 'markdown' });
    await expect(formatted).toMatchFileSnapshot('../../server/docs/interface-table.md');
  });
});
