import * as z from '../../shared/zod.ts';
import type { WebhookEndpointOptions } from './checkout-server-options.ts';
import { readSettingsFile } from './settings-file.ts';
import { readSetting, type Environment } from './setting-values.ts';

const words = z.optional(z.string());

/** A webhook endpoint of the file. */
const EndpointOfFile = z.strictObject({
  url: z.string(),
  secret: words,
  secret_file: words,
  events: z.optional(z.array(z.string())),
  accounts: z.optional(z.array(z.string())),
});

interface WebhooksOfFile {
  webhooks: Record<string, WebhookEndpointOptions>;
  /** The file itself if it holds a secret, and the files of secrets. */
  secretFiles: string[];
}

/**
 * Reads the file that TILLGATE_WEBHOOKS names; undefined without one.
 * @throws CheckoutError `configuration_invalid` with one line for each field that is wrong
 */
export function readWebhooksFile(environment: Environment): WebhooksOfFile | undefined {
  const read = readSettingsFile(environment, 'TILLGATE_WEBHOOKS', EndpointOfFile);
  if (read === undefined) return undefined;
  const webhooks = Object.fromEntries(
    Object.entries(read.entries).map(([name, { secret, secret_file: secretFile, ...endpoint }]) => {
      const at = `TILLGATE_WEBHOOKS.${name}.secret`;
      const given = readSetting({ [at]: secret, [`${at}_FILE`]: secretFile }, at);
      return [name, { ...endpoint, secret: given ?? '' }];
    }),
  );
  const entries = Object.values(read.entries);
  const holdsSecret = entries.some(({ secret }) => Boolean(secret));
  const secretFiles = entries.flatMap(({ secret_file: secretFile }) => secretFile ?? []);
  return { webhooks, secretFiles: [...(holdsSecret ? [read.file] : []), ...secretFiles] };
}
