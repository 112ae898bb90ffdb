import type { NotificationFields } from '../gateway/notification.ts';
import { notificationKindOf, recipeOf, type GatewayProfile, type NotificationKind } from '../gateway/profile/index.ts';
import type { NewNotification } from '../store/index.ts';

/**
 * The evidence for a field of a notification (promise 24): a `digest` that covers it, a `person` who accepted the
 * notification, or the `secret_address`, which only the gateway has, with a valid digest over the other fields.
 */
type Evidence = 'person' | 'digest' | 'secret_address' | 'none';

/** A notification with what vouches for it. */
export interface EvidencedNotification extends Pick<
  NewNotification,
  'id' | 'payment_id' | 'fields' | 'verified' | 'address'
> {
  /** A person has accepted the fields that no digest covers. */
  isAccepted?: boolean | undefined;
}

type Provenance = Pick<EvidencedNotification, 'verified' | 'address' | 'isAccepted'>;

/** The evidence for one field of a notification. */
function evidenceOf(profile: GatewayProfile, report: Provenance, name: string): Evidence {
  if (recipeOf(profile, 'result').includes(name)) return report.verified ? 'digest' : 'none';
  if (!hasEvidenceForAll(report)) return 'none';
  return report.isAccepted === true ? 'person' : 'secret_address';
}

/** Whether the fields of a notification that no digest covers may act. */
export function hasEvidenceForAll(report: Provenance): boolean {
  return report.isAccepted === true || (report.verified && report.address === 'secret');
}

/** The fields of a notification that have evidence; the others have no effect. */
export function fieldsWithEvidence(profile: GatewayProfile, report: EvidencedNotification): NotificationFields {
  return Object.fromEntries(
    Object.entries(report.fields).filter(([name]) => evidenceOf(profile, report, name) !== 'none'),
  );
}

/** The subject of a notification, by its `webhooks_type`: no digest covers it. */
export type NotificationSubject = 'payment' | 'refund' | 'dispute' | 'other';

const TYPES: Readonly<Record<NotificationKind, NotificationSubject>> = {
  payment: 'payment',
  review_result: 'payment',
  dispute_received: 'dispute',
  dispute_result: 'dispute',
  refund_received: 'refund',
  refund_accepted: 'refund',
  refund_result: 'refund',
};

export function notificationTypeOf(profile: GatewayProfile, fields: NotificationFields): NotificationSubject {
  const kind = notificationKindOf(profile, fields);
  return kind === undefined ? 'other' : TYPES[kind];
}
