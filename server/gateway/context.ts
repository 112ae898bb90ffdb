import type { GatewayProfile, OperationName, RecipeName } from './profile/index.ts';
import type { paymentSchemas } from './payment-schemas.ts';
import type { TransportResult } from './transport.ts';

/** What every operation needs: who we are, what the profile says, and a way to send. */
export interface GatewayContext {
  merchantId: string;
  accountId: string;
  /** Signs with the first, verifies with any. */
  signKeys: readonly [string, ...string[]];
  profile: GatewayProfile;
  /** The payment requests, by the profile's lengths and required fields. */
  schemas: ReturnType<typeof paymentSchemas>;
  /** Encodes a request as the profile says and sends it once. */
  send(
    operation: OperationName,
    request: Readonly<Record<string, unknown>>,
    accept: string,
    maxBytes?: number,
  ): Promise<TransportResult>;
  /** Told of an answer that is believed although its digest differs from a recipe that nobody confirmed. */
  onDigestMismatch(recipe: RecipeName): void;
  /** The interface's {base_url}, without a slash at its end. */
  baseUrl: string;
}
