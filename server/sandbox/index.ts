/** `tillgate/sandbox`: the gateway simulator. */
export { createSandbox, type Sandbox } from './create-sandbox.ts';
export { SANDBOX_CREDENTIALS, SANDBOX_SECOND_ACCOUNT, type SandboxOptions } from './create-state.ts';
export { serveSandbox, type RunningSandbox } from './serve-sandbox.ts';
export { TEST_CARDS, type TestCard } from './acquiring/test-cards.ts';
export { type InjectedFault } from './scenarios.ts';
export { type SandboxCompany } from './issuing/issuing-state.ts';
export { type NotificationType, type SandboxDelays, type SandboxMerchant } from './state.ts';
