import { CheckoutError } from '../../../shared/errors.ts';
import type { ProfileOverrides } from './create-profile.ts';
import type { GatewayProfile } from './schema.ts';

/** Data about the shopper that only risk scoring needs; each kind can be disabled by name. */
const RISK_DATA = ['fingerprint', 'browser', 'visit', 'cookies', 'vendor_token', 'platform_source', 'request'] as const;

/**
 * A profile without the disabled kinds of risk data.
 * @throws CheckoutError `configuration_invalid` for an unknown name
 */
export function disableRiskData(profile: ProfileOverrides, off: readonly string[]): ProfileOverrides {
  if (off.length === 0) return profile;
  const unknown = off.some((name) => !(RISK_DATA as readonly string[]).includes(name));
  if (unknown) {
    const rule = `names out of ${RISK_DATA.join(', ')}, separated by commas`;
    throw new CheckoutError('configuration_invalid', `TILLGATE_RISK_DATA_OFF: ${rule}.`, {
      fields: [{ path: 'TILLGATE_RISK_DATA_OFF', code: 'not_allowed', rule }],
    });
  }
  const switches = off.filter((name) => name !== 'fingerprint').map((name) => [name, false]);
  return {
    ...profile,
    ...(off.includes('fingerprint') ? { device_fingerprint: false } : {}),
    risk_data: { ...profile.risk_data, ...(Object.fromEntries(switches) as Partial<GatewayProfile['risk_data']>) },
  };
}
