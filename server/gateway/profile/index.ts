/** The gateway profile: everything that the interface leaves open, as one value that a merchant overrides in part. */
export {
  createProfile,
  isDigestRecipeConfirmedByAcquirer,
  digestRecipeOf,
  type ProfileOverrides,
} from './create-profile.ts';
export { DEFAULT_PROFILE } from './default-profile.ts';
export { findOverlongTexts } from './find-long-texts.ts';
export {
  ISSUING_OPERATION_NAMES,
  ISSUING_WRITES,
  DIGEST_RECIPE_NAMES,
  type IssuingOperationName,
  type AcquiringOperationName,
  type DigestRecipeName,
} from './operation-names.ts';
export { type OperationProfile } from './operations.ts';
export { disableRiskData } from './risk-data.ts';
export { GatewayProfile, type IssuingMovementType, type ReportedItemStatus, type NotificationKind } from './schema.ts';
export {
  declineCodeOf,
  isCredentialErrorCode,
  isSuccessCode,
  notificationKindOf,
  statusOfWireValue,
  statusOfPaymentResult,
  statusOfQueriedTransaction,
  type QueriedTransactionStatus,
} from './status-lookups.ts';
