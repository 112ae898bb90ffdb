import { createSigner } from '../webhooks/sign.ts';
import { isWebhookAddress, WEBHOOK_ADDRESS_RULE } from '../webhooks/target-address.ts';
import type { CheckoutServerOptions, ParsedOptions } from './checkout-server-options.ts';
import { toInvalidSettingError, splitList } from './setting-values.ts';

/** @throws CheckoutError `configuration_invalid` */
export function parseWebhooks(options: CheckoutServerOptions): ParsedOptions['webhooks'] {
  // An address without a secret is refused as a missing setting, because its events could not be verified.
  if (options.webhookUrl === undefined) return undefined;
  const secrets = splitList(options.webhookSecret);
  if (!isWebhookAddress(options.webhookUrl)) throw toInvalidSettingError('TILLGATE_WEBHOOK_URL', WEBHOOK_ADDRESS_RULE);
  for (const secret of secrets) {
    try {
      createSigner(secret);
    } catch (cause) {
      throw toInvalidSettingError(
        'TILLGATE_WEBHOOK_SECRET',
        'whsec_ and the base64 of 24 to 64 bytes, several separated by commas',
        cause,
      );
    }
  }
  return { url: options.webhookUrl, secrets };
}
