import { createHmac, hkdfSync } from 'node:crypto';
import type { SessionRecord, VelocityLimit } from '../store/index.ts';
import type { LimitSettings, Rate } from './limit-settings.ts';

/** Where a request comes from, for limits. */
export interface LimitAddress {
  /** The address; of IPv6 the network, since a subscriber has 2^64 addresses. Null where a proxy of ours hides it. */
  network: string | null;
  /** Whether it seems to stand for many: a proxy that is not trusted. */
  isCrowd: boolean;
}

/** What is known of a submit before it becomes a payment. */
export interface CountedSubmit {
  session: SessionRecord;
  email: string;
  /** Of a card that was typed. */
  card: { bin: string; last4: string } | null;
  address: LimitAddress;
}

/** How many more a crowd behind one address may send than one shopper. */
const CROWD = 20;

/** An address with this many declined cards, and this share of them, is over its limit. */
const ADDRESS_REFUSALS = { min: 10, share: 0.8 };

/** Names of counted addresses, shoppers and cards that do not reveal them. */
export interface VelocityLimits {
  /** The limits that a submit is counted by. */
  toLimits: (submit: CountedSubmit) => VelocityLimit[];
  /** Names the network of one client; null where the address may stand for many. */
  nameNetwork: (address: LimitAddress) => string | null;
}

/**
 * Keys of the velocity table. Addresses and shoppers have a keyed digest, so that the table alone does not reveal them. A
 * card has its BIN and last four, since a card number could be guessed from its digest.
 * @param secret the same for all companions on one database
 */
export function createVelocityLimits(settings: LimitSettings, secret: string): VelocityLimits {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'tillgate velocity', 32));
  const veiled = (kind: string, text: string): string =>
    `${kind}:${createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)}`;
  const toLimits: VelocityLimits['toLimits'] = ({ session, email, card, address }) => {
    const shopper = session.request.shopper?.id ?? email.trim().toLowerCase();
    const limits: VelocityLimit[] = [];
    if (settings.address !== null && address.network !== null) {
      const rate = address.isCrowd ? { ...settings.address, max: settings.address.max * CROWD } : settings.address;
      const refusals = address.isCrowd ? {} : { refusals: ADDRESS_REFUSALS };
      limits.push({ kind: 'address', key: veiled('address', address.network), ...rate, ...refusals });
    }
    if (settings.shopper !== null) limits.push(limit('shopper', veiled('shopper', shopper), settings.shopper));
    if (settings.card !== null && card !== null) {
      limits.push(limit('card', `card:${card.bin}-${card.last4}`, settings.card));
    }
    return limits;
  };
  const nameNetwork: VelocityLimits['nameNetwork'] = ({ network, isCrowd }) =>
    network === null || isCrowd ? null : veiled('network', network);
  return { toLimits, nameNetwork };
}

function limit(kind: VelocityLimit['kind'], key: string, rate: Rate): VelocityLimit {
  return { kind, key, ...rate };
}
