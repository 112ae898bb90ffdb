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

/** Whoever has this many cards refused, and hardly any paid, is trying them out. */
const ADDRESS_REFUSALS = { min: 10, share: 0.8 };

/** What names things that are counted, without telling them. */
export interface VelocityLimits {
  /** Says what a submit is counted by. */
  toLimits: (submit: CountedSubmit) => VelocityLimit[];
  /** Names the network of one client; null where the address may stand for many. */
  nameNetwork: (address: LimitAddress) => string | null;
}

/**
 * Names in the database what is counted. Addresses and shoppers are named by a keyed digest, so that the table alone
 * tells nobody's; a card by its bank number and last four digits, since a digest of a whole number can be tried out.
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
