import { expect, test } from 'vitest';
import { API_ROUTES, createOpenApi, exampleOfSchema, exampleResponse } from '../../api/index.ts';
import { readApiDocument, type Call } from './calls.ts';
import { samplesOf } from './samples.ts';

const { groups, schemas } = readApiDocument(createOpenApi('https://pay.shop.example', '1.0.0'));
const calls = groups.flatMap((group) => group.calls);

function sampleOf(operationId: string, language: string): string | undefined {
  const call = calls.find((candidate) => candidate.operationId === operationId)!;
  const found = samplesOf(call, 'https://pay.shop.example', bodyOf(call));
  return found.find((sample) => sample.language === language)?.code;
}

function bodyOf(call: Call): unknown {
  const schema = call.requestBody?.content['application/json'].schema;
  return schema === undefined ? undefined : exampleOfSchema(schema, schemas);
}

test('every sample response matches the schema of its call', () => {
  expect(calls).toHaveLength(API_ROUTES.length);
  for (const { operationId, path, responses } of calls) {
    const schema = Object.values(responses)[0]?.content['application/json']?.schema ?? {};
    const route = API_ROUTES.find(({ name }) => name === operationId);
    const parsed = route?.answer.schema.safeParse(exampleResponse(schema, schemas, path));
    expect(parsed?.success, operationId).toBe(true);
  }
});

test('every call has a sample in each language, without a parameter left to fill in', () => {
  for (const call of calls) {
    const samples = samplesOf(call, 'https://pay.shop.example', bodyOf(call));
    expect(samples.map(({ label }) => label)).toEqual(['curl', 'Node', 'PHP']);
    for (const { code } of samples) expect(code, call.operationId).not.toMatch(/\{\w+\}|undefined/);
  }
});

test('a sample for Node calls the method of the client with the ID of the path', () => {
  expect(sampleOf('getPayment', 'node')).toContain(
    "const response = await tillgate.payments.get('pay_f2Hs9KdVq7XuB4tYcM6aPw');",
  );
  expect(sampleOf('listSavedCards', 'node')).toContain(
    "for await (const entry of tillgate.savedCards.list({ shopper_id: 'shopper-77' })) {",
  );
});

test('a sample for curl or PHP sends the method, the Idempotency-Key and the body', () => {
  expect(sampleOf('resolvePayment', 'curl'))
    .toBe(`curl 'https://pay.shop.example/v1/payments/pay_f2Hs9KdVq7XuB4tYcM6aPw/resolve' \\
  -H "Authorization: Bearer $TILLGATE_API_KEY" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -H "Content-Type: application/json" \\
  -d '{
    "status": "paid",
    "reason": "Seen in the portal"
  }'`);
  const php = sampleOf('resolvePayment', 'php');
  expect(php).toContain("CURLOPT_CUSTOMREQUEST => 'POST'");
  expect(php).toContain("json_encode([\n    'status' => 'paid',\n    'reason' => 'Seen in the portal',\n  ])");
  expect(sampleOf('updateSession', 'curl')).toContain('-X PATCH');
  expect(sampleOf('capturePayment', 'php')).toContain('json_encode(new stdClass())');
});
