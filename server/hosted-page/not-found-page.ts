import { html } from 'hono/html';
import type { PageTexts } from '../i18n/index.ts';
import type { PageFileTags } from '../http/index.ts';

/** What a person sees whose address leads to no payment: a mistyped one, or one of an order long gone. */
export async function notFoundPage(options: {
  words: PageTexts;
  lang: string;
  dir: string;
  shopName: string | null;
  publicUrl: string;
  files: PageFileTags;
}): Promise<string> {
  const { words, publicUrl, files } = options;
  const page = await html`<!doctype html>
    <html lang="${options.lang}" dir="${options.dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${words.notFound}</title>
        <link rel="icon" href="${publicUrl}/assets/icon.svg" type="image/svg+xml" />
        ${files.typeface(publicUrl)} ${files.style('/assets/page.css', publicUrl)}
        ${files.style('/pay/theme.css', publicUrl)}
      </head>
      <body class="hosted lost">
        <main>
          ${options.shopName === null ? '' : html`<p class="shop">${options.shopName}</p>`}
          <h1>${words.notFound}</h1>
          <p>${words.notFoundText}</p>
        </main>
      </body>
    </html>`;
  return page.toString();
}
