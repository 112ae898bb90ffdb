import { expect } from '@open-wc/testing';
import type { RequestedDeviceData } from '../../shared/contract/index.ts';
import { readNamedPageCookies } from '../page-cookies.ts';
import { collectDeviceData } from './collect-device-data.ts';

const ALL: RequestedDeviceData = {
  fingerprint: false,
  browser: true,
  visit: true,
  time_zone: 'offset',
  cookie_new: ['seen'],
  cookie_old: ['known'],
  vendor_token_cookie: 'vendor',
};
const CONTEXT = {
  startedAt: 1_000,
  now: 61_400,
  sessionId: 'visit_1',
  challengeWindow: '03',
  readCookies: (names: readonly string[]) => Promise.resolve(readNamedPageCookies(names)),
} as const;

describe('data about the browser', () => {
  beforeEach(() => {
    for (const pair of ['seen=1', 'known=yes', 'vendor=tok', 'private=no']) document.cookie = pair;
  });

  it('is what the session asks for, and no other cookie', async () => {
    const device = await collectDeviceData(ALL, CONTEXT, Promise.resolve('print'));
    expect(device).to.deep.include({
      session_id: 'visit_1',
      checkout_time: 60,
      fingerprint: 'print',
      cookie_new: 'seen=1',
      cookie_old: 'known=yes',
      vendor_token: 'tok',
      challenge_window_size: '03',
    });
    expect(device.resolution).to.match(/^\d+x\d+$/);
    expect(JSON.stringify(device)).not.to.contain('private');
  });

  it('is nothing but the window of the challenge where all is switched off', async () => {
    const none: RequestedDeviceData = {
      ...ALL,
      browser: false,
      visit: false,
      cookie_new: [],
      cookie_old: [],
      vendor_token_cookie: null,
    };
    const device = await collectDeviceData(none, CONTEXT, Promise.resolve(undefined));
    expect(device).to.deep.equal({ challenge_window_size: '03' });
  });
});
