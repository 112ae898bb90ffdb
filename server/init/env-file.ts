import { randomBytes } from 'node:crypto';
import { generateApiKey } from '../http/index.ts';

/** The credentials of the sandbox gateway. */
export interface GatewayCredentials {
  merchant_id: string;
  account_id: string;
  sign_key: string;
}

/** The ports of the three servers, on this machine. */
export interface ProjectPorts {
  companion: number;
  shop: number;
  gateway: number;
}

export const DEFAULT_PORTS: ProjectPorts = { companion: 8787, shop: 3000, gateway: 4002 };

/** The text of `.env`: the settings of a companion beside the sandbox, and of the shop, with new keys. */
export function createEnvFileText(
  { merchant_id: merchant, account_id: account, sign_key: signKey }: GatewayCredentials,
  ports: ProjectPorts,
): string {
  const companion = `http://localhost:${String(ports.companion)}`;
  const shop = `http://localhost:${String(ports.shop)}`;
  const apiKey = generateApiKey();
  return `# Settings of the companion and of the shop. This file holds keys: keep it out of version control.

# The companion as browsers reach it, which is also its port here, and the pages that may use it
TILLGATE_PUBLIC_URL=${companion}
TILLGATE_ALLOWED_ORIGINS=${shop}

# The gateway: here the sandbox. Before you go live, set what your acquirer gave you
TILLGATE_GATEWAY_URL=http://localhost:${String(ports.gateway)}
TILLGATE_MERCHANT_ID=${merchant}
TILLGATE_ACCOUNT_ID=${account}
TILLGATE_SIGN_KEY=${signKey}

# Who may call the companion, and where it sends events
TILLGATE_API_KEYS=${apiKey}:pay+refund+read
TILLGATE_WEBHOOK_URL=${shop}/webhooks
TILLGATE_WEBHOOK_SECRET=whsec_${randomBytes(32).toString('base64')}

# The shop, and the commands such as tillgate payments
SHOP_URL=${shop}
TILLGATE_URL=${companion}
TILLGATE_API_KEY=${apiKey}

# For compose.yaml
POSTGRES_PASSWORD=${randomBytes(24).toString('hex')}
`;
}
