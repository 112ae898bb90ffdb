import { createCheckoutServer } from '../create-checkout-server.ts';
import { readEnvironment } from '../options.ts';
import { serve } from '../serve.ts';
import { closeOnSignal, type Command } from './command.ts';

export const serveCommand: Command = {
  usage: `tillgate serve

  Serves the companion. Settings come from the environment; X_FILE names a file that holds X:
    TILLGATE_GATEWAY_URL, TILLGATE_MERCHANT_ID, TILLGATE_ACCOUNT_ID, TILLGATE_SIGN_KEY, TILLGATE_API_KEYS (needed)
    PORT, HOST, DATABASE_URL, TILLGATE_DATA_DIR, TILLGATE_PUBLIC_URL, TILLGATE_ALLOWED_ORIGINS,
    TILLGATE_ISSUER_HOSTS, TILLGATE_SHOP_NAME, TILLGATE_PROFILE, TILLGATE_TRUST_PROXY, LOG_LEVEL`,
  options: {},
  async run(_values, print) {
    const { options, port, host, warnings } = readEnvironment(process.env);
    for (const warning of warnings) process.stderr.write(`tillgate: ${warning}\n`);
    const companion = createCheckoutServer(options);
    await companion.ready;
    const served = await serve({ fetch: companion.fetch, port, host });
    closeOnSignal(async () => {
      await served.close();
      await companion.close();
    });
    print(`companion on ${served.url}, known to browsers as ${options.publicUrl}`);
    return undefined;
  },
};
