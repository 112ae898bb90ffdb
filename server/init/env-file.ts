import { randomBytes } from 'node:crypto';
import { generateApiKey } from '../http/index.ts';

/** The credentials of the sandbox gateway. */
export interface GatewayCredentials {
  merchant_id: string;
  account_id: string;
  sign_key: string;
}

/** The text of `.env`: the settings of a companion beside the sandbox, and of the shop, with new keys. */
export function createEnvFileText({
  merchant_id: merchant,
  account_id: account,
  sign_key: signKey,
}: GatewayCredentials): string {
  const apiKey = generateApiKey();
  return `# Settings of the companion and of the shop. This file holds keys: keep it out of version control.

# The companion as browsers reach it, and the pages that may use it
TILLGATE_PUBLIC_URL=http://localhost:8787
TILLGATE_ALLOWED_ORIGINS=http://localhost:3000

# The gateway: here the sandbox. Before you go live, set what your acquirer gave you
TILLGATE_GATEWAY_URL=http://localhost:4002
TILLGATE_MERCHANT_ID=${merchant}
TILLGATE_ACCOUNT_ID=${account}
TILLGATE_SIGN_KEY=${signKey}

# Who may call the companion, and where it sends events
TILLGATE_API_KEYS=${apiKey}:pay+refund+read
TILLGATE_WEBHOOK_URL=http://localhost:3000/webhooks
TILLGATE_WEBHOOK_SECRET=whsec_${randomBytes(32).toString('base64')}

# The shop, and the commands such as tillgate payments
SHOP_URL=http://localhost:3000
TILLGATE_URL=http://localhost:8787
TILLGATE_API_KEY=${apiKey}

# For compose.yaml
POSTGRES_PASSWORD=${randomBytes(24).toString('hex')}
`;
}
