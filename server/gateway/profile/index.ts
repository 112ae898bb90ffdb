/** The gateway profile: what the interface leaves open, as one value that a merchant overrides in part. */
export { createProfile, isConfirmed, recipeOf, type ProfileOverrides } from './create-profile.ts';
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
export { GatewayProfile, type ItemStatusValue, type OperationKind } from './schema.ts';
export {
  declineCodeOf,
  isConfigurationCode,
  isSuccessCode,
  statusOf,
  statusOfResult,
  statusOfTransaction,
  type PaymentStatus,
  type QueriedStatus,
} from './statuses.ts';
