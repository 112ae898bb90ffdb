import { expect, test } from 'vitest';
import { createAlertLogger } from '../observability/index.ts';
import {
  GATEWAY_CREDENTIALS_PAUSE_MS,
  createGatewayCredentialsBreaker,
  type GatewayCredentialsBreaker,
} from './gateway-credentials-breaker.ts';

const skip = (): undefined => undefined;
const log = createAlertLogger({ debug: skip, info: skip, warn: skip, error: skip });
let at = 1_000_000;
const from = (sessionId: string, network?: string) => ({ sessionId, network });
const REFUSED = expect.objectContaining({ code: 'gateway_misconfigured' }) as Error;

function paused(): GatewayCredentialsBreaker {
  const pause = createGatewayCredentialsBreaker(() => at, log);
  for (const name of ['a', 'b', 'c']) pause.refused(from(name, `203.0.113.${name}`));
  return pause;
}

test('a network whose refusals began the pause does not send the first probe, another network does', () => {
  const pause = paused();
  at += GATEWAY_CREDENTIALS_PAUSE_MS;
  expect(() => pause.admit(from('new', '203.0.113.a'))).toThrow(REFUSED);
  const probe = from('d', '198.51.100.1');
  pause.admit(probe);
  expect(() => pause.admit(from('e', '198.51.100.2'))).toThrow(REFUSED);
  pause.accepted();
  pause.ended(probe);
  pause.admit(from('new', '203.0.113.a'));
});

test('without other networks, a network whose refusals began the pause sends the probe a pause later', () => {
  const pause = paused();
  at += GATEWAY_CREDENTIALS_PAUSE_MS;
  expect(() => pause.admit(from('a', '203.0.113.a'))).toThrow(REFUSED);
  at += GATEWAY_CREDENTIALS_PAUSE_MS;
  pause.admit(from('a', '203.0.113.a'));
});

test('a submit that was not the probe does not free the place of the probe when it ends', () => {
  const pause = paused();
  at += GATEWAY_CREDENTIALS_PAUSE_MS;
  const probe = from('d');
  pause.admit(probe);
  const twin = from('d');
  expect(() => pause.admit(twin)).toThrow(REFUSED);
  pause.ended(twin);
  expect(() => pause.admit(from('e'))).toThrow(REFUSED);
  pause.ended(probe);
  pause.admit(from('e'));
});
