/** `tillgate/widget/testing`: a companion that runs in the page, for a shop's own tests and for pages without servers. */
export { FakeCompanion, SESSION_VIEW, type FakeSubmitResponse } from './fake-companion.ts';
/** Timeouts of the element, in ms. A test that waits for one of them sets it to a shorter time first. */
export { CHALLENGE_TIMEOUTS } from '../challenge/timeouts.ts';
export { REDIRECT_TIMEOUTS } from '../redirect/post-action.ts';
export { SUBMIT_DELAYS } from '../checkout/submit-progress.ts';
export { WAITING_SCREEN_DELAYS } from '../checkout/outcome-views.ts';
export { LOAD_TIMEOUTS } from '../checkout/explain-load.ts';
