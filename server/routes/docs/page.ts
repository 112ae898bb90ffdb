import { html } from 'hono/html';
import type { PageFileTags } from '../../http/index.ts';
import { callArticle } from './call-article.ts';
import { readApiDocument, type ApiDocument, type CallGroup } from './calls.ts';
import { withCode } from './fields.ts';

type Html = ReturnType<typeof html>;

/** The groups whose calls the navigation shows at first. */
const GROUPS_OPEN = 2;

/** The API page, made from an OpenAPI document of `createOpenApi`. */
export function docsPage(publicUrl: string, document: Record<string, unknown>, files: PageFileTags): Html {
  const api = readApiDocument(document);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Merchant API · Tillgate</title>
        <link rel="icon" href="assets/icon.svg" type="image/svg+xml" />
        ${files.typeface('.')} ${files.style('/assets/page.css', '.')} ${files.style('/assets/docs.css', '.')}
        ${files.style('/assets/docs-calls.css', '.')} ${files.style('/assets/docs-code.css', '.')}
        ${files.script('/assets/docs.js', '.')} ${files.script('/assets/docs-navigation.js', '.')}
      </head>
      <body class="docs">
        <a class="skip" href="#calls">Skip to the calls</a>
        ${header()}
        <nav aria-label="Calls">
          <p class="found" role="status"></p>
          <details class="all">
            <summary>All calls</summary>
            ${api.groups.map((group, index) => navigationGroup(group, index < GROUPS_OPEN))}
          </details>
        </nav>
        <p class="unseen" role="status" id="copied"></p>
        <main id="calls">
          ${introduction(api, publicUrl)}
          ${api.groups.map(
            ({ name, calls }) =>
              html`<section aria-label="${name}">
                <h2>${name}</h2>
                ${calls.map((call) => callArticle(call, publicUrl, api.schemas))}
              </section>`,
          )}
        </main>
      </body>
    </html>`;
}

function header(): Html {
  return html`<header>
    <p class="brand"><img src="assets/icon.svg" alt="" width="28" height="28" /> Tillgate</p>
    <search>
      <label class="unseen" for="search">Search calls</label>
      <input
        id="search"
        type="search"
        autocomplete="off"
        spellcheck="false"
        placeholder="Search calls"
        aria-keyshortcuts="/"
      />
      <kbd aria-hidden="true">/</kbd>
    </search>
    <form class="key" id="key">
      <label for="api-key">API key</label>
      <span class="secret">
        <input
          id="api-key"
          type="password"
          autocomplete="off"
          spellcheck="false"
          placeholder="To try calls"
          aria-describedby="key-note"
        />
        <button type="button" id="reveal" aria-label="Show API key" aria-pressed="false">Show</button>
      </span>
      <span class="unseen" id="key-note">Kept in this page only</span>
    </form>
  </header>`;
}

function introduction({ description }: ApiDocument, publicUrl: string): Html {
  return html`<div class="introduction">
    <h1>Merchant API</h1>
    <p>${withCode(description)}</p>
    <dl class="base">
      <dt>Base URL</dt>
      <dd><code>${publicUrl}</code></dd>
      <dt>Authorization</dt>
      <dd><code>Bearer $TILLGATE_API_KEY</code></dd>
    </dl>
    <p><a href="openapi.json">OpenAPI document</a></p>
  </div>`;
}

function navigationGroup({ name, calls }: CallGroup, isOpen: boolean): Html {
  return html`<details class="group" ${isOpen ? 'open' : ''}>
    <summary>${name}</summary>
    <ul>
      ${calls.map(
        ({ operationId, title, method, path, summary, isBatch }) =>
          html`<li data-words="${[title, operationId, method, path, summary, name].join(' ').toLowerCase()}">
            <a href="#${operationId}"
              ><span class="title">${title}${isBatch ? html` <span class="batch">batch</span>` : ''}</span>
              <span class="method ${method}" aria-hidden="true"
                >${method === 'delete' ? 'DEL' : method.toUpperCase()}</span
              ></a
            >
          </li>`,
      )}
    </ul>
  </details>`;
}
