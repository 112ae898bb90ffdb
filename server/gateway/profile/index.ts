/** The gateway profile: everything that the interface leaves open, as one value that a merchant overrides in part. */
export { createProfile, fieldRulesOf, isConfirmed, recipeOf, type ProfileOverrides } from './create-profile.ts';
export { DEFAULT_PROFILE } from './default-profile.ts';
export {
  ISSUING_OPERATION_NAMES,
  ISSUING_WRITES,
  OPERATION_NAMES,
  RECIPE_NAMES,
  type IssuingOperationName,
  type OperationName,
  type RecipeName,
} from './operation-names.ts';
export { type OperationProfile } from './operations.ts';
export { RISK_DATA, withoutRiskData, type RiskData } from './risk-data.ts';
export { GatewayProfile, type IssuingOperationKind, type ItemStatusValue, type NotificationKind } from './schema.ts';
export {
  declineCodeOf,
  isConfigurationCode,
  isSuccessCode,
  notificationKindOf,
  statusOf,
  statusOfResult,
  statusOfTransaction,
  type ResultStatus,
  type QueriedStatus,
} from './statuses.ts';
