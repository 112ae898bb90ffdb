// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type { User, UserWithEnrolmentLink } from '../../../shared/contract/merchant/users.ts';
import type { ApiCallDefinition, CallOptions, PagedList, WriteOptions } from '../call.ts';

export type { User, UserWithEnrolmentLink } from '../../../shared/contract/merchant/users.ts';

export interface ListUsersQuery {
  cursor?: string | undefined;
  limit?: number | undefined;
}

export interface ListUsersResponse {
  users: User[];
  next_cursor: string | null;
}

export interface InviteUserRequest {
  name: string;
  email: string;
  scopes: ('pay' | 'refund' | 'payout' | 'resolve' | 'issue' | 'users' | 'read')[];
}

export interface UpdateUserRequest {
  name?: string | undefined;
  scopes?: ('pay' | 'refund' | 'payout' | 'resolve' | 'issue' | 'users' | 'read')[] | undefined;
  status?: 'active' | 'disabled' | undefined;
}

export interface EnrolUserRequest {
  remove_passkeys?: boolean | undefined;
}

/** `tillgate.users` */
export interface UsersApi {
  /**
   * List the users of the console, newest first.
   *
   * `GET /v1/users`, scope `users`.
   * @throws TillgateError with a code of each call
   * @example
   * for await (const user of tillgate.users.list()) console.log(user);
   */
  list(query?: ListUsersQuery, options?: CallOptions): PagedList<ListUsersResponse, User>;
  /**
   * Invite a person to the console.
   *
   * The response holds a link, once. The person opens it within three days and registers a passkey. Nobody can
   * grant a scope that they lack.
   *
   * `POST /v1/users`, scope `users`.
   * @throws TillgateError `user_exists`, or a code of each call
   * @example
   * await tillgate.users.invite({ name: 'Morning mug', email: '...', scopes: [ 'pay' ] });
   */
  invite(body: InviteUserRequest, options?: WriteOptions): Promise<UserWithEnrolmentLink>;
  /**
   * One user.
   *
   * `GET /v1/users/{id}`, scope `users`.
   * @throws TillgateError with a code of each call
   * @example
   * await tillgate.users.get(id);
   */
  get(id: string, options?: CallOptions): Promise<User>;
  /**
   * Change a user’s name, scopes or status.
   *
   * Scopes apply to the next request. `disabled` signs the person out everywhere. The identity provider sets the
   * scopes of its own users.
   *
   * `POST /v1/users/{id}`, scope `users`.
   * @throws TillgateError `wrong_state`, or a code of each call
   * @example
   * await tillgate.users.update(id);
   */
  update(id: string, body?: UpdateUserRequest, options?: WriteOptions): Promise<User>;
  /**
   * Make a new enrolment link, such as for a lost passkey.
   *
   * Earlier links become void. `remove_passkeys` also removes the passkeys and ends the sign-ins.
   *
   * `POST /v1/users/{id}/enrolments`, scope `users`.
   * @throws TillgateError `wrong_state`, or a code of each call
   * @example
   * await tillgate.users.enrol(id);
   */
  enrol(id: string, body?: EnrolUserRequest, options?: WriteOptions): Promise<UserWithEnrolmentLink>;
  /**
   * End every sign-in of a user.
   *
   * `POST /v1/users/{id}/sign-out`, scope `users`.
   * @throws TillgateError with a code of each call
   * @example
   * await tillgate.users.signOut(id);
   */
  signOut(id: string, options?: WriteOptions): Promise<User>;
  /**
   * Delete a user with passkeys and sign-ins.
   *
   * The audit log and notes keep the name.
   *
   * `DELETE /v1/users/{id}`, scope `users`.
   * @throws TillgateError with a code of each call
   * @example
   * await tillgate.users.delete(id);
   */
  delete(id: string, options?: WriteOptions): Promise<User>;
}

export const usersEndpoints = {
  list: { method: 'GET', path: '/users', input: 'query', isRead: true, list: 'users' },
  invite: { method: 'POST', path: '/users', input: 'body', isRead: false },
  get: { method: 'GET', path: '/users/:id', isRead: true },
  update: { method: 'POST', path: '/users/:id', input: 'body', isRead: false },
  enrol: { method: 'POST', path: '/users/:id/enrolments', input: 'body', isRead: false },
  signOut: { method: 'POST', path: '/users/:id/sign-out', isRead: false },
  delete: { method: 'DELETE', path: '/users/:id', isRead: false },
} as const satisfies Record<keyof UsersApi, ApiCallDefinition>;
