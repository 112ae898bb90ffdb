import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore, type StoreOptions } from '../../server/store/open-store.ts';
import type { PasskeyRecord, Store, UserRecord } from '../../server/store/index.ts';

const NOW = Date.UTC(2030, 0, 15, 12);

/** The contract of the console's users that every database passes. */
export function describeUsersStore(name: string, fresh: () => Promise<StoreOptions>): void {
  describe(`${name} store for users`, () => {
    let store: Store;
    let count = 0;

    beforeAll(async () => {
      store = openStore(await fresh());
      await store.ready;
    });
    afterAll(() => store.close());

    async function addUser(changes: Partial<UserRecord> = {}): Promise<UserRecord> {
      count += 1;
      const user: UserRecord = {
        id: `usr_${String(count)}`,
        name: 'Ana Prates',
        email: `ana${String(count)}@shop.example`,
        scopes: ['read', 'refund'],
        status: 'invited',
        subject: `ana${String(count)}@shop.example`,
        source: 'local',
        created_at: NOW + count,
        signed_in_at: null,
        ...changes,
      };
      expect(await store.addUser(user)).toBe(true);
      return user;
    }

    const passkeyOf = (user: UserRecord, id: string): PasskeyRecord => ({
      id,
      user_id: user.id,
      public_key: 'cHVibGlj',
      counter: 0,
      transports: ['usb'],
      created_at: NOW,
      used_at: null,
    });

    test('a user is found by ID and by subject, and a second user with the subject is refused', async () => {
      const user = await addUser();
      expect(await store.findUser({ id: user.id })).toEqual(user);
      expect(await store.findUser({ subject: user.subject })).toEqual(user);
      expect(await store.addUser({ ...user, id: 'usr_other' })).toBe(false);
      expect(await store.findUser({ id: 'usr_other' })).toBeUndefined();
    });

    test('users are listed newest first, page by page', async () => {
      const [older, newer] = [await addUser(), await addUser()];
      const page = await store.listUsers({ limit: 1 });
      expect(page.entries).toEqual([newer]);
      expect((await store.listUsers({ limit: 1, cursor: page.nextCursor ?? '' })).entries).toEqual([older]);
    });

    test('a sign-in makes an invited user active and leaves a disabled one disabled', async () => {
      const invited = await addUser();
      const disabled = await addUser({ status: 'disabled' });
      await store.recordSignIn(invited.id, NOW);
      await store.recordSignIn(disabled.id, NOW);
      expect(await store.findUser({ id: invited.id })).toMatchObject({ status: 'active', signed_in_at: NOW });
      expect(await store.findUser({ id: disabled.id })).toMatchObject({ status: 'disabled' });
    });

    test('a console session is found with its user, and every session of a user ends at once', async () => {
      const user = await addUser();
      const session = { key_id: null, user_id: user.id, created_at: NOW, seen_at: NOW };
      await store.addConsoleSession({ token_hash: 'first', ...session }, 0);
      await store.addConsoleSession({ token_hash: 'second', ...session }, 0);
      expect((await store.findConsoleSession('first'))?.user).toEqual(user);
      await store.deleteConsoleSessionsOf(user.id);
      expect(await store.findConsoleSession('first')).toBeUndefined();
      expect(await store.findConsoleSession('second')).toBeUndefined();
    });

    test('an enrolment link registers one passkey, even when two requests use it at once', async () => {
      const user = await addUser();
      await store.addEnrolment({ token_hash: 'old link', user_id: user.id, expires_at: NOW });
      await store.addEnrolment({ token_hash: 'link', user_id: user.id, expires_at: NOW });
      expect(await store.findEnrolment('old link')).toBeUndefined();
      const used = await Promise.all([
        store.enrolPasskey('link', passkeyOf(user, 'key one')),
        store.enrolPasskey('link', passkeyOf(user, 'key two')),
      ]);
      expect(used.filter(Boolean)).toHaveLength(1);
      expect(await store.listPasskeys([user.id])).toHaveLength(1);
      expect(await store.findEnrolment('link')).toBeUndefined();
    });

    test('a passkey is touched, and deleted by its own user only', async () => {
      const [user, other] = [await addUser(), await addUser()];
      await store.addPasskey(passkeyOf(user, 'key three'));
      await store.touchPasskey('key three', 7, NOW + 1);
      expect(await store.findPasskey('key three')).toEqual({
        ...passkeyOf(user, 'key three'),
        counter: 7,
        used_at: NOW + 1,
      });
      expect(await store.deletePasskey(other.id, 'key three')).toBe(false);
      expect(await store.deletePasskey(user.id, 'key three')).toBe(true);
      expect(await store.listPasskeys([user.id])).toEqual([]);
    });

    test('a challenge is taken once, even when two requests take it at once, and expired ones are deleted', async () => {
      await store.addSignInChallenge({ hash: 'old', data: {}, expires_at: NOW - 1 }, NOW - 10);
      await store.addSignInChallenge({ hash: 'new', data: { purpose: 'sign_in' }, expires_at: NOW + 1 }, NOW);
      expect(await store.takeSignInChallenge('old')).toBeUndefined();
      const taken = await Promise.all([store.takeSignInChallenge('new'), store.takeSignInChallenge('new')]);
      expect(taken.filter((one) => one !== undefined)).toEqual([
        { hash: 'new', data: { purpose: 'sign_in' }, expires_at: NOW + 1 },
      ]);
    });

    test('a deleted user leaves no passkey, no enrolment link and no session', async () => {
      const user = await addUser();
      await store.addPasskey(passkeyOf(user, 'key four'));
      await store.addEnrolment({ token_hash: 'link of four', user_id: user.id, expires_at: NOW });
      const session = { token_hash: 'of four', key_id: null, user_id: user.id, created_at: NOW, seen_at: NOW };
      await store.addConsoleSession(session, 0);
      await store.deleteUser(user.id);
      expect(await store.findUser({ id: user.id })).toBeUndefined();
      expect(await store.findPasskey('key four')).toBeUndefined();
      expect(await store.findEnrolment('link of four')).toBeUndefined();
      expect(await store.findConsoleSession('of four')).toBeUndefined();
    });
  });
}
