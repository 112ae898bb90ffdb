/** `tillgate/sandbox`: the gateway simulator. */
export { createSandbox, type Sandbox } from './create-sandbox.ts';
export { SANDBOX_CREDENTIALS, type SandboxOptions } from './create-world.ts';
export { serveSandbox, type ServedSandbox } from './serve-sandbox.ts';
export { TEST_CARDS, type TestCard } from './acquiring/cards.ts';
export { type Scenario } from './scenarios.ts';
export { type NotificationType, type Pace, type SandboxCompany, type SandboxMerchant } from './world.ts';
