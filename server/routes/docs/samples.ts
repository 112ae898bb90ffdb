import { exampleId } from '../../api/index.ts';
import { API_CALLS } from '../../client/api/index.ts';
import type { ApiCallDefinition } from '../../client/call.ts';
import type { Call } from './calls.ts';

/** A request in one language. */
export interface Sample {
  language: 'curl' | 'node' | 'php';
  label: string;
  code: string;
}

/** The same request for a shell, for Node.js with `tillgate/client`, and for PHP. */
export function samplesOf(call: Call, publicUrl: string, body: unknown): Sample[] {
  return [
    { language: 'curl', label: 'curl', code: curlOf(call, publicUrl, body) },
    { language: 'node', label: 'Node', code: nodeOf(call, publicUrl, body) },
    { language: 'php', label: 'PHP', code: phpOf(call, publicUrl, body) },
  ];
}

/** The path with example IDs, and the query that the call needs. */
function addressOf({ path, parameters }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleId(path, name));
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=${exampleId(path, name)}`);
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

function hasKey({ parameters }: Call): boolean {
  return parameters.some((parameter) => parameter.in === 'header');
}

function curlOf(call: Call, publicUrl: string, body: unknown): string {
  const { method } = call;
  const lines = [`curl '${publicUrl}${addressOf(call)}'`, '-H "Authorization: Bearer $TILLGATE_API_KEY"'];
  if (hasKey(call)) lines.push('-H "Idempotency-Key: $(uuidgen)"');
  if (method !== 'get' && (method !== 'post' || body === undefined)) lines.push(`-X ${method.toUpperCase()}`);
  if (body !== undefined) {
    const text = JSON.stringify(body, null, 2)
      .replaceAll("'", () => String.raw`'\''`)
      .replaceAll('\n', '\n  ');
    lines.push('-H "Content-Type: application/json"', `-d '${text}'`);
  }
  return lines.join(' \\\n  ');
}

function nodeOf(call: Call, publicUrl: string, body: unknown): string {
  const { subject, name, definition } = findClientMethod(call);
  const { parameters, path } = call;
  const ids = parameters
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => exampleId(path, parameter.name));
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const input =
    definition.input === 'body'
      ? body
      : query.length === 0
        ? undefined
        : Object.fromEntries(query.map((parameter) => [parameter.name, exampleId(path, parameter.name)]));
  const given = input === undefined || Object.keys(input as object).length === 0 ? [] : [toLiteral(input, 'js')];
  const sent = `tillgate.${subject}.${name}(${[...ids.map((id) => toLiteral(id, 'js')), ...given].join(', ')})`;
  return [
    "import { createTillgateClient } from 'tillgate/client';",
    '',
    'const tillgate = createTillgateClient({',
    `  url: '${publicUrl}',`,
    '  apiKey: process.env.TILLGATE_API_KEY,',
    '});',
    '',
    ...(definition.list === undefined
      ? [`const response = await ${sent};`]
      : [`for await (const entry of ${sent}) {`, '  console.log(entry);', '}']),
  ].join('\n');
}

/** The client's method for a call: `tillgate.<subject>.<name>`. */
function findClientMethod({ method, path }: Call): { subject: string; name: string; definition: ApiCallDefinition } {
  const wanted = path.replace('/v1', '').replace(/\{(\w+)\}/g, ':$1');
  for (const [subject, methods] of Object.entries(API_CALLS)) {
    for (const [name, definition] of Object.entries<ApiCallDefinition>(methods)) {
      if (definition.path === wanted && definition.method === method.toUpperCase())
        return { subject, name, definition };
    }
  }
  throw new Error(`The client has no method for ${method} ${path}.`);
}

function phpOf(call: Call, publicUrl: string, body: unknown): string {
  const { method } = call;
  return [
    `$call = curl_init('${publicUrl}${addressOf(call)}');`,
    'curl_setopt_array($call, [',
    '  CURLOPT_RETURNTRANSFER => true,',
    ...(method === 'get' ? [] : [`  CURLOPT_CUSTOMREQUEST => '${method.toUpperCase()}',`]),
    '  CURLOPT_HTTPHEADER => [',
    "    'Authorization: Bearer ' . getenv('TILLGATE_API_KEY'),",
    ...(hasKey(call) ? ["    'Idempotency-Key: ' . bin2hex(random_bytes(16)),"] : []),
    ...(body === undefined ? [] : ["    'Content-Type: application/json',"]),
    '  ],',
    ...(body === undefined ? [] : [`  CURLOPT_POSTFIELDS => json_encode(${toLiteral(body, 'php', '  ')}),`]),
    ']);',
    '$response = json_decode(curl_exec($call), true);',
  ].join('\n');
}

/** The longest object or list on one line. */
const LINE = 44;

/** A JSON value as a literal of JavaScript or PHP. */
function toLiteral(value: unknown, language: 'js' | 'php', indent = ''): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, (sign) => `\\${sign}`)}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([key, part]) => {
    const text = toLiteral(part, language, inner);
    if (isList) return text;
    return language === 'php' ? `'${key}' => ${text}` : `${key}: ${text}`;
  });
  // An empty array of PHP is a list in JSON.
  if (parts.length === 0) return isList ? '[]' : language === 'php' ? 'new stdClass()' : '{}';
  const [open, close] = isList || language === 'php' ? ['[', ']'] : ['{', '}'];
  const line = parts.join(', ');
  if (line.length <= LINE && !line.includes('\n')) return open === '{' ? `{ ${line} }` : `[${line}]`;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}
