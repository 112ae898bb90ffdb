import { auditRoutes } from './audit.ts';
import { paymentBatchRoutes } from './batches.ts';
import { cardsSessionRoutes } from './cards-sessions.ts';
import { chargeRoutes } from './create-payment.ts';
import { disputeRoutes } from './disputes.ts';
import { eventRoutes } from './events.ts';
import { issuingRoutes } from './issuing.ts';
import { noteRoutes } from './notes.ts';
import { operationRoutes } from './operations.ts';
import { paymentRoutes } from './payments.ts';
import { payoutRoutes } from './payouts.ts';
import { redirectPaymentRoutes } from './redirect-payments.ts';
import type { ApiRoute } from './route.ts';
import { refundRoutes } from './refunds.ts';
import { reportRoutes } from './reports.ts';
import { savedCardRoutes } from './saved-cards.ts';
import { sessionRoutes } from './sessions.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { userRoutes } from './users.ts';

/** Every call of the merchant API, in the order in which the documentation shows them. */
export const API_ROUTES: readonly ApiRoute[] = [
  ...sessionRoutes,
  ...chargeRoutes,
  ...paymentRoutes,
  ...noteRoutes,
  ...refundRoutes,
  ...paymentBatchRoutes,
  ...disputeRoutes,
  ...subscriptionRoutes,
  ...savedCardRoutes,
  ...cardsSessionRoutes,
  ...payoutRoutes,
  ...redirectPaymentRoutes,
  ...issuingRoutes,
  ...eventRoutes,
  ...operationRoutes,
  ...auditRoutes,
  ...userRoutes,
  ...reportRoutes,
];
