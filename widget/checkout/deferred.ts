/**
 * The parts that are needed soon, as one lazy chunk: marks, data about the browser, the session of a basket, and the screens
 * after the form.
 */
export {
  BRAND_DRAWINGS,
  brandChoiceStyles,
  describeSecurityCodePlace,
  drawSecurityCodePlace,
  findExpiryInText,
  parseCardText,
  renderBrandChoice,
} from '../card/deferred-parts.ts';
export { markBasketPaidOrForgotten, obtainBasketSessionToken } from '../basket/open-basket.ts';
export { methodMark } from '../methods/method-marks.ts';
export { collectDeviceData, startFingerprint } from '../device/collect-device-data.ts';
export { diagnoseAndLogLoadFailure } from '../diagnosis/explain-failure.ts';
export { OutcomeViews, type OutcomeContext } from './outcome-views.ts';
