import type { NotificationFields } from '../gateway/notification.ts';
import { notificationKindOf, recipeOf, type GatewayProfile, type NotificationKind } from '../gateway/profile/index.ts';
import type { NewNotification } from '../store/index.ts';

/** A notification with its evidence. */
export interface EvidencedNotification extends Pick<
  NewNotification,
  'id' | 'payment_id' | 'fields' | 'verified' | 'address'
> {
  /** A person has accepted the fields that no digest covers. */
  isAccepted?: boolean | undefined;
}

type Provenance = Pick<EvidencedNotification, 'verified' | 'address' | 'isAccepted'>;

/** Whether the fields of a notification that no digest covers may act. */
export function hasEvidenceForAll(report: Provenance): boolean {
  return report.isAccepted === true || (report.verified && report.address === 'secret');
}

/**
 * The fields of a notification that have evidence (promise 24); the others have no effect. A field that the digest covers
 * has it by a valid digest, any other by a person who accepted it or by a valid digest at the address that only the
 * gateway has.
 */
export function fieldsWithEvidence(profile: GatewayProfile, report: EvidencedNotification): NotificationFields {
  const covered = recipeOf(profile, 'result');
  const hasEvidence = (name: string): boolean => (covered.includes(name) ? report.verified : hasEvidenceForAll(report));
  return Object.fromEntries(Object.entries(report.fields).filter(([name]) => hasEvidence(name)));
}

/** What a notification is about, by its `webhooks_type`: no digest covers it. */
export type NotificationTopic = 'payment' | 'refund' | 'dispute' | 'other';

const TOPICS: Readonly<Record<NotificationKind, NotificationTopic>> = {
  payment: 'payment',
  review_result: 'payment',
  dispute_received: 'dispute',
  dispute_result: 'dispute',
  refund_received: 'refund',
  refund_accepted: 'refund',
  refund_result: 'refund',
};

export function notificationTopicOf(profile: GatewayProfile, fields: NotificationFields): NotificationTopic {
  const kind = notificationKindOf(profile, fields);
  return kind === undefined ? 'other' : TOPICS[kind];
}
