import { Hono } from 'hono';
import { html } from 'hono/html';
import { exampleOfSchema, createOpenApi } from '../api/index.ts';
import { type AppEnv, type PageFileTags, pageHeaders } from '../http/index.ts';
import { VERSION } from '../version.ts';

type Html = ReturnType<typeof html>;

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: { type?: string | string[]; enum?: string[]; pattern?: string };
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  'x-scope': string;
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': { schema: { $ref: string } } } };
  responses: Record<string, { description: string; 'x-error-codes'?: string[] }>;
}

interface Call extends Operation {
  method: string;
  path: string;
}

/** `/openapi.json`, and a page to read and try the API; all files come from this server. */
export function docsRoutes(publicUrl: string, files: PageFileTags): Hono<AppEnv> {
  const document = createOpenApi(publicUrl, VERSION);
  const app = new Hono<AppEnv>();
  app.get('/openapi.json', (c) => c.json(document));
  app.get('/docs', async () => {
    const page = await docsPage(publicUrl, document, files);
    return new Response(page, { headers: pageHeaders([]) });
  });
  return app;
}

function docsPage(publicUrl: string, document: Record<string, unknown>, files: PageFileTags): Html {
  const paths = document['paths'] as Record<string, Record<string, Operation>>;
  const { schemas } = document['components'] as { schemas: Record<string, object> };
  const { description } = document['info'] as { description: string };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ ...operation, method, path })),
  );
  const groups = [...new Set(calls.flatMap((call) => call.tags))];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Merchant API · Tillgate</title>
        <link rel="icon" href="assets/icon.svg" type="image/svg+xml" />
        ${files.typeface('.')} ${files.style('/assets/page.css', '.')} ${files.style('/assets/docs.css', '.')}
        ${files.script('/assets/docs.js', '.')}
      </head>
      <body class="docs">
        <a class="skip" href="#calls">Skip to the calls</a>
        <header>
          <p class="brand"><img src="assets/icon.svg" alt="" width="28" height="28" /> Tillgate</p>
          <h1>Merchant API</h1>
          <p>${description}</p>
          <dl class="base">
            <dt>Base URL</dt>
            <dd><code>${publicUrl}</code></dd>
            <dt>Authorization</dt>
            <dd><code>Bearer $TILLGATE_API_KEY</code></dd>
          </dl>
          <p><a href="openapi.json">OpenAPI document</a></p>
          <form class="key" id="key">
            <label for="api-key">API key, to try calls from this page</label>
            <input
              id="api-key"
              type="password"
              autocomplete="off"
              spellcheck="false"
              placeholder="Kept in this page only"
            />
          </form>
        </header>
        <nav aria-label="Calls">
          <details>
            <summary>All calls</summary>
            ${groups.map(
              (group) =>
                html`<h2>${group}</h2>
                  <ul>
                    ${calls
                      .filter((call) => call.tags[0] === group)
                      .map(
                        (call) =>
                          html`<li>
                            <a href="#${call.operationId}"
                              ><span class="method ${call.method}" aria-hidden="true"
                                >${call.method.toUpperCase()}</span
                              >
                              <span>${call.summary}</span></a
                            >
                          </li>`,
                      )}
                  </ul>`,
            )}
          </details>
        </nav>
        <main id="calls">
          ${groups.map(
            (group) =>
              html`<section aria-label="${group}">
                <h2>${group}</h2>
                ${calls.filter((call) => call.tags[0] === group).map((call) => callCard(call, publicUrl, schemas))}
              </section>`,
          )}
        </main>
      </body>
    </html>`;
}

function callCard(call: Call, publicUrl: string, schemas: Record<string, object>): Html {
  const { operationId: id, method, path, parameters } = call;
  const body = exampleBody(call, schemas);
  const given = parameters.filter((parameter) => parameter.in !== 'header');
  const key = parameters.find((parameter) => parameter.in === 'header');
  const [status = '200'] = Object.keys(call.responses);
  return html`<article id="${id}" aria-labelledby="${id}-title">
    <h3 id="${id}-title">${call.summary}</h3>
    <p class="address">
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
      <button type="button" class="copy" aria-label="Copy as a command: ${call.summary}">Copy</button>
    </p>
    ${call.description === undefined ? '' : html`<p>${call.description}</p>`}
    <p class="facts">
      Scope
      <code>${call['x-scope']}</code
      >${key === undefined ? '' : html` · Idempotency-Key ${key.required ? 'required' : 'optional'}`} · returns
      <code>${status}</code>
    </p>
    <form
      class="try"
      data-method="${method.toUpperCase()}"
      data-path=".${path}"
      data-key="${key === undefined ? '' : 'yes'}"
    >
      ${given.map(
        (parameter) =>
          html`<div class="field">
            <label for="${id}-${parameter.name}">
              ${parameter.name}${parameter.required ? '' : html` <span>optional</span>`}
            </label>
            <input
              id="${id}-${parameter.name}"
              name="${parameter.name}"
              data-in="${parameter.in}"
              ${parameter.required ? 'required' : ''}
              placeholder="${hintOf(parameter)}"
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
                rows="${Math.min(18, body.split('\n').length + 1)}"
              >
${body}</textarea>
            </div>`
      }
      <button>Send</button>
      <output aria-live="polite"></output>
    </form>
    <details>
      <summary>Errors</summary>
      <dl>
        ${Object.entries(call.responses).flatMap(([status, { 'x-error-codes': codes = [] }]) =>
          codes.map(
            (code) =>
              html`<dt><code>${code}</code></dt>
                <dd>${status}</dd>`,
          ),
        )}
      </dl>
    </details>
    <details>
      <summary>As a command</summary>
      <pre><code>${curlOf(call, publicUrl, body)}</code></pre>
    </details>
  </article>`;
}

function hintOf(parameter: Parameter): string {
  return parameter.schema.enum?.join(' | ') ?? '';
}

function exampleBody(call: Call, schemas: Record<string, object>): string | undefined {
  const schema = call.requestBody?.content['application/json'].schema;
  return schema === undefined ? undefined : JSON.stringify(exampleOfSchema(schema, schemas), null, 2);
}

function curlOf({ method, path, parameters }: Call, publicUrl: string, body: string | undefined): string {
  const lines = [`curl ${publicUrl}${path}`, `-H "Authorization: Bearer $TILLGATE_API_KEY"`];
  if (parameters.some((parameter) => parameter.in === 'header')) lines.push('-H "Idempotency-Key: $(uuidgen)"');
  if (method !== 'get' && body === undefined) lines.push(`-X ${method.toUpperCase()}`);
  if (body !== undefined) lines.push('-H "Content-Type: application/json"', `-d '${body}'`);
  return lines.join(' \\\n  ');
}
