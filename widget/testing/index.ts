/** `tillgate/widget/testing`: a companion that lives in the page, for a shop's own tests and for pages without servers. */
export { FakeCompanion, VIEW as SESSION_VIEW, type Answer as FakeAnswer } from './fake-companion.ts';
