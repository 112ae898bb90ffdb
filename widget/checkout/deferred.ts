/**
 * What is needed soon, as one lazy chunk that comes while the shopper types: marks of brands, data about the browser, and
 * what follows the form.
 */
export { DRAWINGS, brandStyles, describeCode, drawCode, renderChoice } from '../card/brand-parts.ts';
export { gatherDevice, startFingerprint } from '../device/gather-device.ts';
export { OutcomeViews, type OutcomeContext } from './outcome-views.ts';
