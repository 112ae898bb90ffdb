import { expect, test } from 'vitest';
import type { AuditEntryBody } from '../../shared/contract/merchant/audit.ts';
import type { ConsoleSession } from './console-api.ts';
import { createFindActor } from './payment-actors.ts';

const call = (at: string, key: string, name: string | null = null, status = 200): AuditEntryBody => ({
  id: at,
  at: `2026-11-23T${at}.000Z`,
  key_id: key,
  user_name: name,
  action: 'POST /v1/refunds',
  target: 'pay_1',
  order_no: null,
  request_id: 'req_1',
  via: 'api',
  status,
});
const refunded = { kind: 'refunded', at: '2026-11-23T10:00:05.000Z' };
const actorOf = (...calls: AuditEntryBody[]) =>
  createFindActor(calls, { key_id: 'usr_me' } as ConsoleSession)(refunded);

test('a refund is by the person or key whose call came just before it', () => {
  expect(actorOf(call('10:00:04', 'usr_1', 'Ana'))).toBe('by Ana');
  expect(actorOf(call('10:00:04', '81a1'))).toBe('by API key 81a1');
  expect(actorOf(call('10:00:04', 'usr_me', 'Me'))).toBe('by you');
});

test('a refund has no known person without such a call, after a refused one, or with calls of two people', () => {
  expect(actorOf()).toBeUndefined();
  expect(actorOf(call('09:00:00', 'usr_1', 'Ana'))).toBeUndefined();
  expect(actorOf(call('10:00:06', 'usr_1', 'Ana'))).toBeUndefined();
  expect(actorOf(call('10:00:04', 'usr_1', 'Ana', 403))).toBeUndefined();
  expect(actorOf(call('10:00:04', 'usr_1', 'Ana'), call('10:00:03', 'usr_2', 'Ben'))).toBeUndefined();
});
