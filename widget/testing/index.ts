/** `tillgate/widget/testing`: a companion that lives in the page, for a shop's own tests and for pages without servers. */
export { FakeCompanion, VIEW as SESSION_VIEW, type Answer as FakeAnswer } from './fake-companion.ts';
/** How long the element waits before it says so, in ms: a test that shall see that sets them shorter first. */
export { CHALLENGE_PATIENCE } from '../challenge/patience.ts';
export { REDIRECT_PATIENCE } from '../redirect/patience.ts';
export { LOAD_PATIENCE } from '../checkout/load-patience.ts';
