import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import * as z from 'zod/mini';
import { exampleOfSchema } from '../../server/api/example.ts';
import type { ApiRoute } from '../../server/api/route.ts';
import { API_ROUTES } from '../../server/api/routes.ts';
import { createTypeScriptTypeWriter, type ExportedType } from './typescript-type-writer.ts';

/** The source of `server/client/api`: one file for each subject of the merchant API, and their index. */

const root = new URL('../../', import.meta.url).pathname;
const HEAD = '// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.\n';

const paramsOf = ({ path }: ApiRoute): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** A file below `server/client/api`. */
interface SourceFile {
  name: string;
  text: string;
}

/** A route with its place in the client: `tillgate.<subject>.<method>`. */
export interface RouteInClient {
  subject: string;
  method: string;
  entry: ApiRoute;
}

/** The subject is the path's first part; the method is the route's name without the subject's. */
export function placeRouteInClient(entry: ApiRoute): RouteInClient {
  const [first = ''] = entry.path.split('/').slice(1);
  const subject = first.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const noun = capital(subject).replace(/s$/, '');
  return { subject, method: entry.name.replace(new RegExp(`${noun}s?(?=[A-Z]|$)`), ''), entry };
}

/** Every method of the client, in the order of the routes. */
export const CLIENT_METHODS: readonly RouteInClient[] = API_ROUTES.map(placeRouteInClient);

/** @throws Error for two routes of one name, and for a schema that has no type in the client */
export async function generateClientSource(): Promise<SourceFile[]> {
  const named = await readNamedTypes();
  const subjects = [...new Set(CLIENT_METHODS.map(({ subject }) => subject))];
  const files = subjects.map((subject) => toSubjectFile(subject, named));
  const config = JSON.parse(readFileSync(join(root, '.config/prettier.json'), 'utf8')) as object;
  return Promise.all(
    [...files, toIndex(subjects)].map(async ({ name, text }) => ({
      name,
      text: await format(HEAD + text, { parser: 'typescript', ...config }),
    })),
  );
}

/** The exported schemas of `shared` that have a type of the same name. */
async function readNamedTypes(): Promise<Map<z.core.$ZodType, ExportedType>> {
  const named = new Map<z.core.$ZodType, ExportedType>();
  const paths = ['shared/contract', 'shared/interface'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(folder, name)),
  );
  for (const path of paths.sort()) {
    const text = readFileSync(join(root, path), 'utf8');
    const values = (await import(join(root, path))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(values)) {
      const isTyped = new RegExp(`^export type ${name}\\b`, 'm').test(text);
      if (value instanceof z.ZodMiniType && isTyped && !(value instanceof z.ZodMiniString)) {
        named.set(value, { name, from: `../../../${path}` });
      }
    }
  }
  return named;
}

function toSubjectFile(subject: string, named: ReadonlyMap<z.core.$ZodType, ExportedType>): SourceFile {
  const methods = CLIENT_METHODS.filter((method) => method.subject === subject);
  if (new Set(methods.map(({ method }) => method)).size < methods.length) throw new Error(`${subject}: a name twice`);
  const types = createTypeScriptTypeWriter(named);
  const own: string[] = [];
  const nameOf = (schema: z.ZodMiniType, name: string): string => {
    const known = types.write(schema);
    if (/^\w+$/.test(known)) return known;
    own.push(`export ${known.startsWith('{') ? `interface ${name} ` : `type ${name} = `}${known}`);
    return name;
  };
  const signatures = methods.map((method) => toSignature(method, nameOf, (schema) => types.write(schema)));
  const calls = methods.map(({ method, entry }) => `${method}: ${JSON.stringify(toCall(entry))},`);
  const api = `${capital(subject)}Api`;
  const options = ['CallOptions', 'PagedList', 'WriteOptions'].filter((name) =>
    signatures.some((text) => new RegExp(`: ${name}[<)]`).test(text)),
  );
  return {
    name: `${kebab(subject)}.ts`,
    text: `${types.imports()}
import type { ApiCallDefinition, ${options.join(', ')} } from '../call.ts';

${types.exports()}

${own.join('\n\n')}

/** \`tillgate.${subject}\` */
export interface ${api} {
${signatures.join('\n')}
}

export const ${subject}Endpoints = {
${calls.join('\n')}
} as const satisfies Record<keyof ${api}, ApiCallDefinition>;
`,
  };
}

function toIndex(subjects: readonly string[]): SourceFile {
  const sorted = [...subjects].sort();
  const imports = sorted.map(
    (subject) => `import { ${subject}Endpoints, type ${capital(subject)}Api } from './${kebab(subject)}.ts';`,
  );
  return {
    name: 'index.ts',
    text: `${imports.join('\n')}

${sorted.map((subject) => `export type * from './${kebab(subject)}.ts';`).join('\n')}

/** The calls of the merchant API by subject. */
export interface TillgateApi {
${subjects.map((subject) => `${subject}: ${capital(subject)}Api;`).join('\n')}
}

/** The calls as data. */
export const API_CALLS = { ${subjects.map((subject) => `${subject}: ${subject}Endpoints`).join(', ')} } as const satisfies Record<keyof TillgateApi, object>;
`,
  };
}

type NameOf = (schema: z.ZodMiniType, name: string) => string;
type Write = (schema: z.core.$ZodType) => string;

function toSignature(client: RouteInClient, nameOf: NameOf, write: Write): string {
  const { method, entry } = client;
  const name = capital(entry.name);
  const input = inputOf(entry);
  const needed = input?.schema.safeParse({}).success === false;
  const type =
    input?.kind === 'query'
      ? nameOf(toQueryShape(input.schema), `${name}Query`)
      : input && nameOf(input.schema, `${name}Request`);
  const response = nameOf(entry.answer.schema, `${name}Response`);
  const list = listOf(entry);
  const returned = list === undefined ? `Promise<${response}>` : `PagedList<${response}, ${write(list.entry)}>`;
  const words = [
    ...paramsOf(entry).map((param) => `${camel(param)}: string`),
    ...(type === undefined ? [] : [`${input?.kind ?? ''}${needed ? '' : '?'}: ${type}`]),
    `options?: ${entry.idempotency === 'none' ? 'CallOptions' : 'WriteOptions'}`,
  ];
  return `${toComment(client, list?.name)}\n${method}(${words.join(', ')}): ${returned};`;
}

/**
 * The query of a read by GET, otherwise the body; undefined for a call without fields. The account in the query of another
 * call is an option of the client.
 */
function inputOf({ method, query, body }: ApiRoute): { kind: 'query' | 'body'; schema: z.ZodMiniType } | undefined {
  if (method === 'GET' && query !== undefined) return { kind: 'query', schema: query };
  const isEmpty = body instanceof z.ZodMiniObject && Object.keys(body.def.shape).length === 0;
  return body === undefined || isEmpty ? undefined : { kind: 'body', schema: body };
}

/** Numbers and flags of a query have the types of their values; the address holds them as text. */
function toQueryShape(query: z.ZodMiniType): z.ZodMiniType {
  const { shape } = (query as z.ZodMiniObject).def;
  const fields = Object.entries(shape).map(([name, field]) => {
    const inner = field instanceof z.ZodMiniOptional ? field.def.innerType : field;
    const accepts = (text: string): boolean => z.safeParse(inner as z.ZodMiniType, text).success;
    if (inner instanceof z.ZodMiniString && accepts('7') && !accepts('seven')) return [name, z.optional(z.number())];
    if (accepts('true') && !accepts('false')) return [name, z.optional(z.literal(true))];
    return [name, field];
  });
  return z.object(Object.fromEntries(fields) as Record<string, z.ZodMiniType>);
}

function toCall(entry: ApiRoute): object {
  const input = inputOf(entry)?.kind;
  const list = listOf(entry)?.name;
  return {
    method: entry.method,
    path: entry.path,
    ...(input === undefined ? {} : { input }),
    isRead: entry.idempotency === 'none',
    ...(list === undefined ? {} : { list }),
  };
}

/** The entries of a call that returns pages. */
function listOf({ answer }: ApiRoute): { name: string; entry: z.core.$ZodType } | undefined {
  const shape = answer.schema instanceof z.ZodMiniObject ? answer.schema.def.shape : {};
  const found = Object.entries(shape).find(([, part]) => part instanceof z.ZodMiniArray);
  if (!('next_cursor' in shape) || found === undefined) return undefined;
  return { name: found[0], entry: (found[1] as z.ZodMiniArray).def.element };
}

function toComment({ subject, method, entry }: RouteInClient, list: string | undefined): string {
  const lines = [
    `${entry.summary}.`,
    ...(entry.description === undefined ? [] : ['', ...wrap(entry.description)]),
    '',
    `\`${entry.method} /v1${entry.path.replace(/:(\w+)/g, '{$1}')}\`, scope \`${entry.scope}\`.`,
    ...wrap(`@throws TillgateError ${toCodes(entry)}`),
    '@example',
    ...toExample(`tillgate.${subject}.${method}`, entry, list),
  ];
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'].join('\n');
}

function toCodes({ errors }: ApiRoute): string {
  const codes = [...new Set(errors)].map((code) => `\`${code}\`, `).join('');
  return codes === '' ? 'with a code of each call' : `${codes}or a code of each call`;
}

function toExample(call: string, entry: ApiRoute, list: string | undefined): string[] {
  const input = inputOf(entry)?.schema;
  const schema = input === undefined ? {} : z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const value = input === undefined ? {} : (exampleOfSchema(schema, {}) as object);
  const isLeftOut = input?.safeParse({}).success !== false && (list !== undefined || Object.keys(value).length === 0);
  const words = [...paramsOf(entry).map(camel), ...(isLeftOut ? [] : [toLiteral(value)])];
  const text = `${call}(${words.join(', ')})`;
  if (list === undefined) return `await ${text};`.split('\n');
  const name = camel(list.replace(/ies$/, 'y').replace(/s$/, ''));
  return [`for await (const ${name} of ${text}) console.log(${name});`];
}

function toLiteral(value: object): string {
  const oneLine = JSON.stringify(value, null, 1).replace(/\n */g, ' ');
  const text = oneLine.length <= 80 ? oneLine : JSON.stringify(value, null, 2);
  return text.replace(/"(\w+)":/g, '$1:').replaceAll('"', "'");
}

/** Lines of at most 110 characters. */
function wrap(text: string): string[] {
  return text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= 110) return [...lines, word];
    return [...lines.slice(0, -1), `${last} ${word}`];
  }, []);
}
