import type { CheckoutServer } from '../create-checkout-server.ts';
import type { CheckoutServerOptions } from '../settings/index.ts';

/**
 * What a shop needs of a running companion, as lines: the script tag with its integrity, the console, the page of the
 * API, and the origins whose pages may use it.
 */
export async function describeRunningCompanion(
  { fetch }: Pick<CheckoutServer, 'fetch'>,
  { publicUrl, console: hasConsole = true }: Pick<CheckoutServerOptions, 'publicUrl' | 'console'>,
  allowedOrigins: readonly string[],
): Promise<string[]> {
  const base = publicUrl.replace(/\/+$/, '');
  const list = await fetch(new Request(`${base}/widget/integrity.json`));
  const { 'tillgate.js': hash } = list.ok ? ((await list.json()) as Record<string, string>) : {};
  const integrity = hash === undefined ? '' : ` integrity="${hash}"`;
  const origins = allowedOrigins.length === 0 ? 'none: set TILLGATE_ALLOWED_ORIGINS' : allowedOrigins.join(', ');
  return [
    `  script tag: <script type="module" src="${base}/widget/tillgate.js"${integrity} crossorigin></script>`,
    ...(hasConsole ? [`  console: ${base}/console`] : []),
    `  docs: ${base}/docs`,
    `  allowed origins: ${origins}`,
  ];
}
