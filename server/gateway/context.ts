import type { PaymentInputSchemas } from '../../shared/interface/payment-schemas.ts';
import type { GatewayProfile, AcquiringOperationName, DigestRecipeName } from './profile/index.ts';
import type { TransportResult } from './transport.ts';

/** The context of every operation: identity, profile and transport. */
export interface GatewayCallContext {
  merchantId: string;
  accountId: string;
  /** The first signs, all verify. */
  signKeys: readonly [string, ...string[]];
  profile: GatewayProfile;
  /** The schemas of payments before they are signed, with the profile's lengths and required fields. */
  schemas: PaymentInputSchemas;
  /** Encodes a request by the profile and sends it once. */
  send(
    operation: AcquiringOperationName,
    request: Readonly<Record<string, unknown>>,
    accept: string,
    maxBytes?: number,
  ): Promise<TransportResult>;
  /** Called for an accepted response whose digest differs from an unconfirmed recipe. */
  onDigestMismatch(recipe: DigestRecipeName): void;
  /** The interface's {base_url}, without a trailing slash. */
  baseUrl: string;
}
