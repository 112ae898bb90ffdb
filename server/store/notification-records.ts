/** A notification as it came, for the store. */
export interface NewNotification {
  id: string;
  paymentId: string;
  /** SHA-256 of the fields as they are kept; what came before is not stored twice. */
  bodyHash: string;
  /** The fields, card data masked. */
  fields: Record<string, string>;
  /** Whether its digest is one of ours. */
  verified: boolean;
  /** Which of the payment's addresses it came to: the one that only the gateway was told, or one that a browser saw. */
  address: 'secret' | 'public';
  at: number;
}

/**
 * What a stored notification waits for: a `person`, to accept what nothing else vouches for, or the beginning of the
 * `dispute` whose end it reports; `nothing` once that happened.
 */
export type NotificationWait = 'person' | 'dispute' | 'nothing';

/** A notification that waits, as it is kept. */
export interface WaitingNotification extends NewNotification {
  waitsFor: 'person' | 'dispute';
}
