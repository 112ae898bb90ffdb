import { html } from 'hono/html';
import type { Schema } from '../../api/index.ts';
import { resolveSchema, type Call, type Parameter, type Schemas } from './calls.ts';

type Html = ReturnType<typeof html>;

interface Field {
  name: string;
  required: boolean;
  schema: Schema;
  description: string | undefined;
}

/** With more optional fields than this, they are behind a disclosure, so that the required ones are read first. */
const OPTIONAL_SHOWN = 5;
/** How deep fields of fields are shown. */
const DEPTH = 3;

/** The parameters of a call, by where they are sent. */
export function parameterLists(call: Call, schemas: Schemas): Html {
  const sentIn = (place: Parameter['in']): Field[] =>
    call.parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, schema, description }) => ({ name, required, schema, description }));
  const body = call.requestBody?.content['application/json'].schema;
  return html`${section('Path', sentIn('path'), schemas)} ${section('Query', sentIn('query'), schemas)}
  ${section('Header', sentIn('header'), schemas)}
  ${body === undefined ? '' : section('Body', fieldsOf(resolveSchema(body, schemas)), schemas)}`;
}

/** A text with its `code` between backticks as code. */
export function withCode(text: string): (string | Html)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

function section(title: string, fields: readonly Field[], schemas: Schemas): Html | '' {
  return fields.length === 0
    ? ''
    : html`<h4>${title}</h4>
        ${fieldList(fields, schemas, 0)}`;
}

function fieldsOf({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema,
    description: schema.description,
  }));
}

function fieldList(fields: readonly Field[], schemas: Schemas, depth: number): Html {
  const list = (shown: readonly Field[]): Html | '' =>
    shown.length === 0
      ? ''
      : html`<ul class="fields">
          ${shown.map((field) => fieldItem(field, schemas, depth))}
        </ul>`;
  const optional = fields.filter((field) => !field.required);
  if (optional.length <= OPTIONAL_SHOWN) return html`${list(fields)}`;
  return html`${list(fields.filter((field) => field.required))}
    <details class="more">
      <summary>${optional.length} optional fields</summary>
      ${list(optional)}
    </details>`;
}

function fieldItem({ name, required, schema, description }: Field, schemas: Schemas, depth: number): Html {
  const target = objectIn(schema, schemas);
  const inner = target === undefined || depth >= DEPTH ? [] : fieldsOf(target);
  const choices = resolveSchema(schema, schemas).enum ?? [];
  return html`<li>
    <code class="name">${name}</code> <span class="type">${typeOf(schema, schemas)}</span>
    ${required ? html`<span class="required">required</span>` : ''}
    ${description === undefined ? '' : html`<p>${withCode(sentence(description))}</p>`}
    ${
      choices.length === 0
        ? ''
        : html`<p>One of ${choices.map((choice, index) => html`${index === 0 ? '' : ', '}<code>${choice}</code>`)}.</p>`
    }
    ${
      inner.length === 0
        ? ''
        : html`<details>
            <summary>Fields of <code>${name}</code></summary>
            ${fieldList(inner, schemas, depth + 1)}
          </details>`
    }
  </li>`;
}

/** The object that a field is, or holds in a list, if it has named fields. */
function objectIn(schema: Schema, schemas: Schemas): Schema | undefined {
  const own = resolveSchema(schema, schemas);
  if (own.properties !== undefined) return own;
  const parts = [...(own.items === undefined ? [] : [own.items]), ...(own.anyOf ?? []), ...(own.allOf ?? [])];
  for (const part of parts) {
    const found = objectIn(part, schemas);
    if (found !== undefined) return found;
  }
  return undefined;
}

function typeOf(schema: Schema, schemas: Schemas): string {
  const own = resolveSchema(schema, schemas);
  if (own.type === 'array') return own.items === undefined ? 'list' : `list of ${typeOf(own.items, schemas)}`;
  if (own.type !== undefined) return [own.type].flat().join(' or ');
  if (own.anyOf !== undefined) return [...new Set(own.anyOf.map((part) => typeOf(part, schemas)))].join(' or ');
  if (own.allOf?.[0] !== undefined) return typeOf(own.allOf[0], schemas);
  return own.const === undefined ? 'any value' : JSON.stringify(own.const);
}

function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
