/**
 * The parts that are needed soon, as one lazy chunk: marks, data about the browser, the session of a basket, and the screens
 * after the form.
 */
export {
  BRAND_DRAWINGS,
  brandChoiceStyles,
  describeSecurityCode,
  drawSecurityCode,
  findExpiryInText,
  parseCardText,
  renderBrandChoice,
} from '../card/brand-parts.ts';
export { rememberBasketEnd, openBasketSession } from '../basket/open-basket.ts';
export { methodMark } from '../methods/method-marks.ts';
export { gatherDevice, startFingerprint } from '../device/gather-device.ts';
export { explainSessionLoadFailure } from '../diagnosis/explain-failure.ts';
export { OutcomeViews, type OutcomeContext } from './outcome-views.ts';
