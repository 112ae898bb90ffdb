/** `tillgate/sandbox`: the gateway simulator. */
export { SANDBOX_CREDENTIALS, createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts';
export { serveSandbox, type ServedSandbox } from './serve-sandbox.ts';
export { TEST_CARDS, type TestCard } from './acquiring/cards.ts';
export { type Scenario } from './scenarios.ts';
export { type SandboxMerchant } from './world.ts';
