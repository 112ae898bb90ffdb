import type { Schema } from '../../api/index.ts';

/** The named schemas of the document. */
export type Schemas = Readonly<Record<string, Schema>>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  'x-scope': string;
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<
    string,
    { description: string; 'x-error-codes'?: string[]; content: Record<string, { schema: Schema }> }
  >;
}

/** One call of the document with its address. */
export interface Call extends Operation {
  method: string;
  path: string;
  /** Short and unique, such as "Create session". */
  title: string;
  /** Takes a list, and answers for each of its entries. */
  isBatch: boolean;
}

/** The calls of one group of the document. */
export interface CallGroup {
  name: string;
  calls: Call[];
}

/** What the page shows of an OpenAPI document. */
export interface ApiDocument {
  description: string;
  groups: CallGroup[];
  schemas: Schemas;
}

/** Reads an OpenAPI document of `createOpenApi`: its calls by group, in the document's order. */
export function readApiDocument(document: Record<string, unknown>): ApiDocument {
  const paths = document['paths'] as Record<string, Record<string, Operation>>;
  const { schemas } = document['components'] as { schemas: Schemas };
  const { description } = document['info'] as { description: string };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({
      ...operation,
      method,
      path,
      title: titleOf(operation.operationId),
      isBatch: isBatch(operation, schemas),
    })),
  );
  const names = [...new Set(calls.flatMap((call) => call.tags))];
  const groups = names.map((name) => ({ name, calls: calls.filter((call) => call.tags[0] === name) }));
  return { description, groups, schemas };
}

/** The named schema that a reference means; any other schema unchanged. */
export function resolveSchema(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
}

/** Whether the body is one list. */
function isBatch({ requestBody }: Operation, schemas: Schemas): boolean {
  const schema = requestBody?.content['application/json'].schema;
  const [first, second] = Object.values(schema === undefined ? {} : (resolveSchema(schema, schemas).properties ?? {}));
  return first !== undefined && second === undefined && resolveSchema(first, schemas).type === 'array';
}

/** `createSession`: "Create session". */
function titleOf(operationId: string): string {
  const words = operationId.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
