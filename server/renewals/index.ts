/**
 * Renewals: charges of a subscription after its first payment.
 * A renewal is a payment of its own, recorded once for each transaction.
 */
export { isRenewalOfPaymentSubscription, recordRenewal } from './record-renewal.ts';
