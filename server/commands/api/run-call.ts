import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import cliProgress from 'cli-progress';
import { CheckoutError } from '../../../shared/errors.ts';
import { type ApiRoute, API_ROUTES, mayHaveBody } from '../../api/index.ts';
import type { CliCall } from './calls.ts';
import { cliFieldsOf, parseJson, parseFieldValue, toInvalidFlagError, type CliField } from './fields.ts';
import { parseCsv, toCsv, toIndentedText, toTable } from './output.ts';
import { createSendRequest, isApiFailure, type ApiFailure, type SendRequest, type CommandIo } from './send.ts';

type Values = Readonly<Record<string, string | boolean | string[] | undefined>>;
type Json = Record<string, unknown>;

const OPTIONS = {
  help: { type: 'boolean' },
  json: { type: 'boolean' },
  csv: { type: 'boolean' },
  all: { type: 'boolean' },
  data: { type: 'string' },
  file: { type: 'string' },
  set: { type: 'string', multiple: true },
  server: { type: 'string' },
  key: { type: 'string' },
  account: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

/** The most entries of one request; the body stays far below the API's limit. */
const SLICE = 100;

/** Runs one command; returns the exit code. */
export async function runCliCall(call: CliCall, argv: readonly string[], terminal: CommandIo): Promise<number> {
  const entry = API_ROUTES.find((candidate) => candidate.name === call.route);
  if (entry === undefined) throw new CheckoutError('internal_error');
  const fields = cliFieldsOf(entry, call);
  const { values, positionals } = parse(argv, fields);
  if (values['help'] === true) {
    terminal.print(usageOf(call, entry, fields));
    return 0;
  }
  if (values['key'] !== undefined && entry.idempotency === 'none')
    throw toInvalidFlagError('key', 'not for a command that only reads');
  if (values['account'] !== undefined && !takesAccount(entry) && !fields.some(({ name }) => name === 'account'))
    throw toInvalidFlagError('account', 'not for a command that names a record');
  const send = createSendRequest(terminal, values);
  const typed = readTyped(call, fields, values, positionals);
  const params = takeParams(entry, typed);
  if (call.batch !== undefined) return runBatch({ call, entry, terminal, values, send }, fields, typed, params);
  if (call.columns !== undefined) return runList({ call, entry, terminal, values, send }, typed);
  const body = mayHaveBody(entry) ? { ...readData(values), ...typed } : undefined;
  const answer = await send({ entry, params, body, query: body === undefined ? typed : {}, key: keyOf(values) });
  return show(answer, terminal, values);
}

/** Whether a call with a body takes the account in its query. */
function takesAccount(entry: ApiRoute): boolean {
  return mayHaveBody(entry) && entry.query !== undefined;
}

interface Run {
  call: CliCall;
  entry: ApiRoute;
  terminal: CommandIo;
  values: Values;
  send: SendRequest;
}

function parse(argv: readonly string[], fields: readonly CliField[]): { values: Values; positionals: string[] } {
  const own = Object.fromEntries(
    fields.map((field) => [
      flagOf(field.name),
      { type: field.kind === 'boolean' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const options: NonNullable<ParseArgsConfig['options']> = { ...own, ...OPTIONS };
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  return { values: values as Values, positionals };
}

const flagOf = (name: string): string => name.replaceAll('_', '-');

/** The typed values, by the API's names. */
function readTyped(call: CliCall, fields: readonly CliField[], values: Values, positionals: readonly string[]): Json {
  const typed: Json = {};
  const names = call.positionals ?? [];
  if (positionals.length > names.length)
    throw toInvalidFlagError(positionals.at(-1) ?? '', 'more was typed than this command takes');
  const fieldOf = (name: string): CliField | undefined => fields.find((field) => field.name === name);
  positionals.forEach((text, index) => {
    const name = names[index] ?? '';
    typed[name] = parseFieldValue(fieldOf(name), name, text);
  });
  for (const field of fields) {
    const value = values[flagOf(field.name)];
    if (value !== undefined)
      typed[field.name] = typeof value === 'boolean' ? value : parseFieldValue(field, field.name, String(value));
  }
  for (const pair of (values['set'] as string[] | undefined) ?? []) {
    const at = pair.indexOf('=');
    if (at < 1) throw toInvalidFlagError('set', 'name=value');
    const name = pair.slice(0, at);
    typed[name] = parseFieldValue(fieldOf(name), name, pair.slice(at + 1));
  }
  return typed;
}

/** Removes the path parameters from the values and returns them. */
function takeParams(entry: ApiRoute, typed: Json): Record<string, string> {
  const names = [...entry.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  return Object.fromEntries(
    names.map((name) => {
      const value = typed[name];
      if (typeof value !== 'string' || value === '') throw toInvalidFlagError(name, 'must be typed after the command');
      Reflect.deleteProperty(typed, name);
      return [name, value];
    }),
  );
}

/** `--data`: JSON, or `@file` with JSON. */
function readData(values: Values): Json {
  const given = values['data'];
  if (typeof given !== 'string') return {};
  const value = parseJson('data', given.startsWith('@') ? readFile('data', given.slice(1)) : given);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw toInvalidFlagError('data', 'a JSON object');
  return value as Json;
}

function readFile(flag: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw toInvalidFlagError(flag, 'a file that can be read', cause);
  }
}

/** The entries of a batch: a typed one, or those of a CSV or JSON file. */
function readEntries(fields: readonly CliField[], typed: Json, values: Values): Json[] {
  const path = values['file'];
  if (typeof path !== 'string') return [{ ...readData(values), ...typed }];
  const text = readFile('file', path);
  if (/^\s*\[/.test(text)) return parseJson('file', text) as Json[];
  const { rows, fault } = parseCsv(text);
  if (fault !== undefined) throw toInvalidFlagError('file', fault);
  return rows.map((row) => fromRow(row, fields));
}

/** Omits empty cells, which are fields without a value. */
function fromRow(row: Readonly<Record<string, string>>, fields: readonly CliField[]): Json {
  const given = Object.entries(row).filter(([, cell]) => cell !== '');
  return Object.fromEntries(
    given.map(([name, cell]) => {
      const field = fields.find((candidate) => candidate.name === name);
      return [name, parseFieldValue(field, name, cell)];
    }),
  );
}

const keyOf = (values: Values): string | undefined => (typeof values['key'] === 'string' ? values['key'] : undefined);

async function runBatch(
  run: Run,
  fields: readonly CliField[],
  typed: Json,
  params: Record<string, string>,
): Promise<number> {
  const { terminal, values } = run;
  const entries = readEntries(fields, typed, values);
  if (entries.length === 0) throw toInvalidFlagError('file', 'at least one entry');
  const key = keyOf(values) ?? crypto.randomUUID();
  const bar = terminal.isWatched && entries.length > SLICE ? startBar(entries.length) : undefined;
  const batch = { params, entries, key, tell: (count: number) => bar?.update(count) };
  const { results, stopped } = await sendSlices(run, batch).finally(() => bar?.stop());
  if (stopped === undefined || results.length > 0) printResults(results, terminal, values);
  if (stopped !== undefined) {
    const count = `${String(results.length)} of ${String(entries.length)}`;
    terminal.printError(`stopped after ${count}; retry with --key ${key}: finished entries are not repeated`);
    // Output as JSON or CSV contains nothing but the results.
    return show({ failure: stopped.failure }, terminal, results.length > 0 ? {} : values);
  }
  return results.every((result) => result['error'] === null || result['error'] === undefined) ? 0 : 1;
}

interface Batch {
  params: Record<string, string>;
  entries: readonly Json[];
  key: string;
  /** Reports the number of finished entries. */
  tell: (count: number) => void;
}

const NO_COMPANION = { code: 'network_error', detail: 'The response does not come from a companion.' };

/** The results up to the end, or up to the batch that failed. */
async function sendSlices(
  { call, entry, send }: Run,
  { params, entries, key, tell }: Batch,
): Promise<{ results: Json[]; stopped?: ApiFailure }> {
  const list = call.batch ?? '';
  const results: Json[] = [];
  for (let from = 0; from < entries.length; from += SLICE) {
    // Each batch has its own key, so the whole run can be repeated with the same --key.
    const slice = entries.slice(from, from + SLICE);
    const answer = await send({ entry, params, query: {}, body: { [list]: slice }, key: `${key}-${String(from)}` });
    if (isApiFailure(answer)) return { results, stopped: answer };
    const told = answer.body[list];
    if (!Array.isArray(told)) return { results, stopped: { failure: NO_COMPANION } };
    results.push(...(told as Json[]));
    tell(results.length);
  }
  return { results };
}

function printResults(results: readonly Json[], terminal: CommandIo, values: Values): void {
  const rows = results.map(flatten);
  if (values['json'] === true) terminal.print(JSON.stringify(results, null, 2));
  else if (values['csv'] === true) terminal.print(toCsv(rows));
  else terminal.print(toTable(rows, columnsOf(rows)));
}

function startBar(total: number): cliProgress.SingleBar {
  const bar = new cliProgress.SingleBar({ format: '{bar} {value}/{total}', stream: process.stderr, hideCursor: true });
  bar.start(total, 0);
  return bar;
}

/** The result of an entry in one row; nested fields are flattened beside its error. */
function flatten(result: Json): Json {
  const { refund, payment, error, ...rest } = result as Record<string, Json | null>;
  const { code = '', detail = '' } = error ?? {};
  return { ...rest, ...refund, ...payment, ...(error === null || error === undefined ? {} : { error: code, detail }) };
}

const SHOWN = ['id', 'transaction_id', 'status', 'order_no', 'refund_amount', 'review_status', 'error', 'detail'];

function columnsOf(rows: readonly Json[]): string[] {
  return SHOWN.filter((name) => rows.some((row) => row[name] !== undefined && row[name] !== null));
}

async function runList(run: Run, query: Json): Promise<number> {
  const { call, entry, terminal, values, send } = run;
  const rows: Json[] = [];
  let cursor: string | undefined;
  do {
    const answer = await send({ entry, params: {}, query: cursor === undefined ? query : { ...query, cursor } });
    if (isApiFailure(answer)) return show(answer, terminal, values);
    const [entries = []] = Object.values(answer.body).filter((part): part is Json[] => Array.isArray(part));
    rows.push(...entries);
    cursor = typeof answer.body['next_cursor'] === 'string' ? answer.body['next_cursor'] : undefined;
  } while (values['all'] === true && cursor !== undefined);
  if (values['json'] === true) terminal.print(JSON.stringify(rows, null, 2));
  else if (values['csv'] === true) terminal.print(toCsv(rows));
  else terminal.print(toTable(rows, call.columns ?? []));
  if (cursor !== undefined) terminal.printError(`more: --cursor ${cursor}, or --all`);
  return 0;
}

function show(answer: { body: Json } | ApiFailure, terminal: CommandIo, values: Values): number {
  if (!isApiFailure(answer)) {
    terminal.print(values['json'] === true ? JSON.stringify(answer.body, null, 2) : toIndentedText(answer.body));
    return 0;
  }
  if (values['json'] === true) terminal.print(JSON.stringify(answer.failure, null, 2));
  else terminal.printError(`tillgate: ${String(answer.failure['detail'])} (${String(answer.failure['code'])})`);
  if (answer.key !== undefined)
    terminal.printError(`the outcome is unknown; retry with --key ${answer.key}: it is not done twice`);
  return 1;
}

function usageOf(call: CliCall, entry: ApiRoute, fields: readonly CliField[]): string {
  const typed = (call.positionals ?? []).map((name) => ` <${name}>`).join('');
  const flags = fields
    .filter((field) => call.positionals?.includes(field.name) !== true)
    .map(
      (field) =>
        `  --${flagOf(field.name)}${field.choices.length === 0 ? '' : ` ${field.choices.join(' | ')}`}${field.required ? '  (needed)' : ''}`,
    );
  const more = [
    ...(mayHaveBody(entry) ? ['  --data JSON or @file.json', '  --set name=value  (again and again)'] : []),
    ...(call.batch === undefined ? [] : ['  --file entries.csv or entries.json']),
    ...(entry.idempotency === 'none' ? [] : ['  --key  the same one does nothing twice']),
    ...(call.columns === undefined ? [] : ['  --all  every page']),
    ...(takesAccount(entry) ? ['  --account  the account of the gateway, by its name'] : []),
    '  --json, --csv',
    '  --server  the companion; TILLGATE_URL, or http://localhost:8787',
  ];
  return [
    `tillgate ${call.words}${typed}`,
    '',
    `  ${entry.summary} (${entry.method} /v1${entry.path}; scope ${entry.scope}). The key comes from TILLGATE_API_KEY.`,
    '',
    ...flags,
    ...more,
  ].join('\n');
}
