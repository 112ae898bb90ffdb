/** The checkout API between element and companion. */
export {
  type NextAction,
  type DeclineCode,
  type Outcome,
  type OutcomeStatus,
  type QrCodeOrVoucher,
  type QrMatrix,
} from './outcome.ts';
export { type CardInput, type Device, type SubmitPayment } from './submit-payment.ts';
export { type BillingAddress, type DeliveryAddress, type Shopper } from './people.ts';
export {
  type Bank,
  type CreateSession,
  type RequestedField,
  type InstallmentPlan,
  type MethodIcon,
  type SessionDevice,
  type SessionItem,
  type SessionMethod,
  type SessionStatus,
} from './create-session.ts';
export {
  type ShopperField,
  type RequestedDeviceData,
  type MethodView,
  type SavedCard,
  type SessionView,
} from './session-view.ts';
export { type CardsView, type CardVerificationSession, type ListedSavedCard } from './cards-view.ts';
export { type BasketSession, type CreateBasketSession } from './create-basket.ts';
export { type Problem, type SessionAmount } from './problem.ts';
export { type UpdateSession } from './update-session.ts';
export { type Ping } from './ping.ts';
