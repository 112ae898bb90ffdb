/**
 * Notifications from the gateway: stored, checked, then applied to payments, refunds, renewals and disputes.
 * Only fields with evidence act; see promises 8 and 24.
 */
export { acceptHeldNotification, AcceptHeldNotificationInput } from './accept-held-notification.ts';
export { findFieldsNeedingAcceptance } from './notification-subject.ts';
export { toApiHeldNotification } from './api-held-notification.ts';
export { countNotificationOfUnknownPayment, receiveNotification, retryNotification } from './receive-notification.ts';
