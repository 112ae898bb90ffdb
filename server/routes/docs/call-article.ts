import { html } from 'hono/html';
import { ERRORS, type ErrorCode } from '../../../shared/errors.ts';
import { exampleOfSchema, exampleResponse } from '../../api/index.ts';
import type { Call, Schemas } from './calls.ts';
import { parameterLists, withCode } from './fields.ts';
import { highlightCode } from './highlight.ts';
import { samplesOf } from './samples.ts';

type Html = ReturnType<typeof html>;

/** One call: its description and parameters, a form to try it, and a sample request with its response. */
export function callArticle(call: Call, publicUrl: string, schemas: Schemas): Html {
  const { operationId: id, method, path, title } = call;
  const schema = call.requestBody?.content['application/json'].schema;
  const body = schema === undefined ? undefined : exampleOfSchema(schema, schemas);
  return html`<article id="${id}" aria-labelledby="${id}-title">
    <div class="words">
      <h3 id="${id}-title"><a href="#${id}">${title}</a></h3>
      <p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
      <p>${withCode(`${call.summary}.`)} ${withCode(call.description ?? '')}</p>
      <p class="facts">Scope <code>${call['x-scope']}</code></p>
      ${parameterLists(call, schemas)} ${errorList(call)} ${tryForm(call, body)}
    </div>
    <div class="code">${requestPanel(call, publicUrl, body)} ${responsePanel(call, schemas)}</div>
  </article>`;
}

function errorList({ responses }: Call): Html {
  const errors = Object.entries(responses).flatMap(([status, { 'x-error-codes': codes = [] }]) =>
    codes.map((code) => ({ status, code: code as ErrorCode })),
  );
  return html`<details>
    <summary>Errors</summary>
    <dl class="errors">
      ${errors.map(
        ({ status, code }) =>
          html`<dt><code>${code}</code> <span>${status}</span></dt>
            <dd>${ERRORS[code].title}</dd>`,
      )}
    </dl>
  </details>`;
}

function tryForm({ operationId: id, method, path, parameters }: Call, body: unknown): Html {
  const text = body === undefined ? '' : JSON.stringify(body, null, 2);
  return html`<details>
    <summary>Try it</summary>
    <form
      class="try"
      data-method="${method.toUpperCase()}"
      data-path=".${path}"
      data-key="${parameters.some((parameter) => parameter.in === 'header') ? 'yes' : ''}"
    >
      ${parameters
        .filter((parameter) => parameter.in !== 'header')
        .map(
          (parameter) =>
            html`<div class="field">
              <label for="${id}-${parameter.name}">
                ${parameter.name}${parameter.required ? '' : html` <span>optional</span>`}
              </label>
              <input
                id="${id}-${parameter.name}"
                name="${parameter.name}"
                data-in="${parameter.in}"
                autocomplete="off"
                ${parameter.required ? 'required' : ''}
                placeholder="${parameter.schema.enum?.join(' | ') ?? ''}"
              />
            </div>`,
        )}
      ${
        body === undefined
          ? ''
          : html`<div class="field wide">
              <label for="${id}-body">Body</label>
              <textarea
                id="${id}-body"
                data-in="body"
                spellcheck="false"
                rows="${Math.min(18, text.split('\n').length + 1)}"
              >
${text}</textarea>
            </div>`
      }
      <button>Send</button>
      <output aria-live="polite"></output>
    </form>
  </details>`;
}

function requestPanel(call: Call, publicUrl: string, body: unknown): Html {
  const { operationId: id, title } = call;
  const samples = samplesOf(call, publicUrl, body);
  return html`<div class="panel">
    <div class="bar">
      <div role="tablist" aria-label="Language of the request: ${title}">
        ${samples.map(
          ({ language, label }, index) =>
            html`<button
              type="button"
              role="tab"
              id="${id}-${language}-tab"
              aria-controls="${id}-${language}"
              aria-selected="${index === 0 ? 'true' : 'false'}"
              tabindex="${index === 0 ? '0' : '-1'}"
              data-language="${language}"
            >
              ${label}
            </button>`,
        )}
      </div>
      <button type="button" class="copy" aria-label="Copy the request: ${title}">Copy</button>
    </div>
    ${samples.map(
      ({ language, code }, index) =>
        html`<pre
          id="${id}-${language}"
          role="tabpanel"
          aria-labelledby="${id}-${language}-tab"
          tabindex="0"
          ${index === 0 ? '' : 'hidden'}
        ><code>${highlightCode(code)}</code></pre>`,
    )}
  </div>`;
}

function responsePanel({ path, title, responses }: Call, schemas: Schemas): Html | '' {
  const [[status, response] = []] = Object.entries(responses);
  const schema = response?.content['application/json']?.schema;
  if (schema === undefined) return '';
  const text = JSON.stringify(exampleResponse(schema, schemas, path), null, 2);
  return html`<div class="panel">
    <p class="bar">Response <span>${status}</span></p>
    <pre role="group" aria-label="Response: ${title}" tabindex="0"><code>${highlightCode(text)}</code></pre>
  </div>`;
}
