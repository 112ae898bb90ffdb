import * as z from '../../shared/zod.ts';
import { CreateSession } from '../../shared/contract/create-session.ts';
import { Refund, RefundEntryResult } from '../../shared/contract/merchant/refunds.ts';
import { Subscription } from '../../shared/contract/merchant/subscriptions.ts';
import { AuditEntryBody } from '../../shared/contract/merchant/audit.ts';
import { IssuingOrPayoutOperation } from '../../shared/contract/merchant/operations.ts';
import { ListedWebhookEvent, WebhookEventBody } from '../../shared/contract/merchant/webhook-events.ts';
import { PaymentActionResultBody } from '../../shared/contract/merchant/reviews-captures-voids.ts';
import { Dispute } from '../../shared/contract/merchant/disputes.ts';
import { Payment } from '../../shared/contract/merchant/payments.ts';
import { Session } from '../../shared/contract/merchant/sessions.ts';
import { MerchantSavedCard } from '../../shared/contract/merchant/saved-cards.ts';
import { ProblemBody } from '../../shared/contract/merchant/problem.ts';
import { ERRORS } from '../../shared/errors.ts';
import { errorsByStatus } from './errors.ts';
import { API_ROUTES } from './routes.ts';
import type { ApiRoute } from './route.ts';
import { SESSION_FIELD_DESCRIPTIONS } from './session-field-descriptions.ts';

/** Schemas that several calls share, as named components. */
const NAMED: Readonly<Record<string, z.ZodMiniType>> = {
  AuditEntry: AuditEntryBody,
  CreateSession,
  Dispute,
  Event: WebhookEventBody,
  ListedEvent: ListedWebhookEvent,
  SavedCard: MerchantSavedCard,
  Operation: IssuingOrPayoutOperation,
  Payment,
  PaymentActionResult: PaymentActionResultBody,
  Problem: ProblemBody,
  Refund,
  RefundEntryResult,
  Session,
  Subscription,
};

/** Schemas that contain an order as a session has it. */
const WITH_SESSION_WORDS: readonly string[] = [
  'CreateSession',
  'UpdateSessionRequest',
  'CreateRedirectPaymentRequest',
  'CreatePaymentRequest',
];

type Json = Record<string, unknown>;

/** The merchant API as an OpenAPI 3.1 document, generated from the routes and the schemas that check requests. */
export function createOpenApi(publicUrl: string, version: string): Json {
  const shapes = new Map<string, z.ZodMiniType>(Object.entries(NAMED));
  const nameOf = new Map<z.ZodMiniType, string>(Object.entries(NAMED).map(([name, schema]) => [schema, name]));
  for (const entry of API_ROUTES) {
    const own: [string, z.ZodMiniType | undefined][] = [
      [`${capital(entry.name)}Request`, entry.body],
      [`${capital(entry.name)}Answer`, entry.answer.schema],
    ];
    for (const [name, schema] of own) {
      if (schema === undefined || nameOf.has(schema)) continue;
      shapes.set(name, schema);
      nameOf.set(schema, name);
    }
  }
  const refOf = (schema: z.ZodMiniType): Json => ({ $ref: `#/components/schemas/${nameOf.get(schema) ?? ''}` });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tillgate merchant API',
      version,
      summary: 'Payments, refunds, subscriptions, payouts and issued cards of one merchant',
      description:
        'Amounts are strings with two decimals, times ISO 8601 in UTC. An Idempotency-Key identifies a call: a repeated key returns the stored response. Errors are problem+json with a code.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(API_ROUTES.map((entry) => entry.group))].map((name) => ({ name })),
    paths: toPaths(refOf),
    components: {
      schemas: toSchemas(shapes),
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key with the scope that the call names' },
      },
    },
  };
}

function toPaths(refOf: (schema: z.ZodMiniType) => Json): Json {
  const paths: Record<string, Json> = {};
  for (const entry of API_ROUTES) {
    const path = `/v1${entry.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [entry.method.toLowerCase()]: toOperation(entry, refOf) };
  }
  return paths;
}

function toOperation(entry: ApiRoute, refOf: (schema: z.ZodMiniType) => Json): Json {
  const names = [...entry.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const errors = errorsByStatus(entry).map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join('; '),
      'x-error-codes': codes,
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  const { status, also, schema } = entry.answer;
  const content = { 'application/json': { schema: refOf(schema) } };
  return {
    operationId: entry.name,
    tags: [entry.group],
    summary: entry.summary,
    ...(entry.description === undefined ? {} : { description: entry.description }),
    'x-scope': entry.scope,
    ...(entry.operation === undefined ? {} : { 'x-gateway-operation': entry.operation }),
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...toQueryParameters(entry),
      ...toKeyParameter(entry),
    ],
    ...(entry.body === undefined
      ? {}
      : {
          requestBody: {
            required: !entry.body.safeParse({}).success,
            content: { 'application/json': { schema: refOf(entry.body) } },
          },
        }),
    responses: {
      [String(status)]: { description: entry.summary, content },
      ...(also === undefined
        ? {}
        : { [String(also)]: { description: 'In progress, or the outcome is not known yet', content } }),
      ...Object.fromEntries(errors),
    },
  };
}

function toQueryParameters(entry: ApiRoute): Json[] {
  if (entry.query === undefined) return [];
  const shape = toJsonSchema(entry.query) as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(shape.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: shape.required?.includes(name) === true,
    schema,
  }));
}

function toKeyParameter(entry: ApiRoute): Json[] {
  if (entry.idempotency === 'none') return [];
  const schema = { type: 'string', minLength: 1, maxLength: 255 };
  return [{ name: 'Idempotency-Key', in: 'header', required: entry.idempotency === 'required', schema }];
}

function toSchemas(shapes: ReadonlyMap<string, z.ZodMiniType>): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of shapes) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const shape = withoutIds(schema);
      return [name, WITH_SESSION_WORDS.includes(name) ? withSessionWords(shape) : shape];
    }),
  );
}

function withSessionWords(shape: Json): Json {
  const words: Readonly<Record<string, string>> = SESSION_FIELD_DESCRIPTIONS;
  const described = Object.entries((shape['properties'] ?? {}) as Record<string, Json>).map(([name, property]) => {
    const description = words[name];
    return [name, description === undefined ? property : { ...property, description }];
  });
  return { ...shape, properties: Object.fromEntries(described) };
}

function toJsonSchema(schema: z.ZodMiniType): Json {
  return withoutIds(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

/** The document names its JSON schema dialect once, and references its components by path. */
function withoutIds({ $schema: _schema, $id: _id, ...schema }: Json): Json {
  return schema;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
