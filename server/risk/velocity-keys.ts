import { createHmac, hkdfSync } from 'node:crypto';
import type { SessionRecord, VelocityLimit } from '../store/index.ts';
import type { VelocityLimitSettings, VelocityRule } from './velocity-limit-settings.ts';

/** The source of a request, for limits. */
export interface ClientNetwork {
  /**
   * The IP address, or the network of IPv6, since a subscriber has 2^64 addresses. Null if a proxy of ours hides it.
   */
  network: string | null;
  /** Whether many clients may share it: a proxy that is not trusted. */
  isCrowd: boolean;
}

/** The known data of a submit before it becomes a payment. */
export interface CountedSubmit {
  session: SessionRecord;
  email: string;
  /** Of a typed card. */
  card: { bin: string; last4: string } | null;
  address: ClientNetwork;
}

/** The factor for an address that many clients share. */
const CROWD = 20;

/** An address with this many declined cards, and this share of them, is over its limit. */
const ADDRESS_REFUSALS = { min: 10, share: 0.8 };

/** Keys of addresses, shoppers and cards that do not reveal them. */
export interface VelocityKeys {
  /** The limits that a submit counts towards. */
  toLimits: (submit: CountedSubmit) => VelocityLimit[];
  /** The key of one client's network; null if many clients may share the address. */
  nameNetwork: (address: ClientNetwork) => string | null;
}

/**
 * Keys of the velocity table. Addresses and shoppers have a keyed digest, so that the table alone does not reveal them. A
 * card has its BIN and last four, since a card number could be guessed from its digest.
 * @param keys the secret is the same for all companions on one database; the prefix is of the account
 */
export function createVelocityKeys(
  settings: VelocityLimitSettings,
  { secret, prefix }: { secret: string; prefix: string },
): VelocityKeys {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'tillgate velocity', 32));
  const veiled = (kind: string, text: string): string =>
    `${prefix}${kind}:${createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)}`;
  const toLimits: VelocityKeys['toLimits'] = ({ session, email, card, address }) => {
    const shopper = session.request.shopper?.id ?? email.trim().toLowerCase();
    const limits: VelocityLimit[] = [];
    if (settings.address !== null && address.network !== null) {
      const rate = address.isCrowd ? { ...settings.address, max: settings.address.max * CROWD } : settings.address;
      const refusals = address.isCrowd ? {} : { refusals: ADDRESS_REFUSALS };
      limits.push({ kind: 'address', key: veiled('address', address.network), ...rate, ...refusals });
    }
    if (settings.shopper !== null) limits.push(limit('shopper', veiled('shopper', shopper), settings.shopper));
    if (settings.card !== null && card !== null) {
      limits.push(limit('card', `${prefix}card:${card.bin}-${card.last4}`, settings.card));
    }
    return limits;
  };
  const nameNetwork: VelocityKeys['nameNetwork'] = ({ network, isCrowd }) =>
    network === null || isCrowd ? null : veiled('network', network);
  return { toLimits, nameNetwork };
}

function limit(kind: VelocityLimit['kind'], key: string, rate: VelocityRule): VelocityLimit {
  return { kind, key, ...rate };
}
