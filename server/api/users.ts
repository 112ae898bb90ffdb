import * as z from '../../shared/zod.ts';
import { SCOPES } from '../../shared/contract/merchant/scopes.ts';
import { User, UserWithEnrolmentLink } from '../../shared/contract/merchant/users.ts';
import { requiredText } from '../../shared/interface/formats.ts';
import {
  deleteUser,
  renewEnrolmentLink,
  inviteUser,
  listUsers,
  readUser,
  signOutUser,
  updateUser,
} from '../sign-in/index.ts';
import { defineRoute, type ApiRoute } from './route.ts';
import { pageSizeOf, pageQuery, pageSchema } from './schemas.ts';

const Name = requiredText(100);
const Email = z.string().check(z.maxLength(254), z.email());
const Scopes = z.array(z.enum(SCOPES)).check(z.minLength(1), z.maxLength(SCOPES.length));

/** People who sign in to the console. */
export const userRoutes: readonly ApiRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/users',
    group: 'Users',
    name: 'listUsers',
    summary: 'List the users of the console, newest first',
    scope: 'users',
    errors: [],
    query: z.strictObject({ ...pageQuery }),
    answer: { status: 200, schema: pageSchema('users', User) },
    idempotency: 'none',
    async handle({ deps, query }) {
      const { users, nextCursor } = await listUsers(deps, { cursor: query.cursor, limit: pageSizeOf(query) });
      return { body: { users, next_cursor: nextCursor } };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/users',
    group: 'Users',
    name: 'inviteUser',
    summary: 'Invite a person to the console',
    description:
      'The response holds a link, once. The person opens it within three days and registers a passkey. Nobody can grant a scope that they lack.',
    scope: 'users',
    errors: ['user_exists'],
    body: z.strictObject({ name: Name, email: Email, scopes: Scopes }),
    answer: { status: 201, schema: UserWithEnrolmentLink },
    idempotency: 'optional',
    async handle({ deps, body, caller }) {
      const invited = await inviteUser(deps, caller, body);
      return { body: invited, target: invited.user.id };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/users/:id',
    group: 'Users',
    name: 'getUser',
    summary: 'One user',
    scope: 'users',
    errors: [],
    answer: { status: 200, schema: User },
    idempotency: 'none',
    async handle({ deps, params }) {
      return { body: await readUser(deps, params.id) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/users/:id',
    group: 'Users',
    name: 'updateUser',
    summary: 'Change a user’s name, scopes or status',
    description:
      'Scopes apply to the next request. `disabled` signs the person out everywhere. The identity provider sets the scopes of its own users.',
    scope: 'users',
    errors: ['wrong_state'],
    body: z.strictObject({
      name: z.optional(Name),
      scopes: z.optional(Scopes),
      status: z.optional(z.enum(['active', 'disabled'])),
    }),
    answer: { status: 200, schema: User },
    idempotency: 'optional',
    async handle({ deps, params, body, caller }) {
      return { body: await updateUser(deps, caller, params.id, body) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/users/:id/enrolments',
    group: 'Users',
    name: 'enrolUser',
    summary: 'Make a new enrolment link, such as for a lost passkey',
    description: 'Earlier links become void. `remove_passkeys` also removes the passkeys and ends the sign-ins.',
    scope: 'users',
    errors: ['wrong_state'],
    body: z.strictObject({ remove_passkeys: z.optional(z.boolean()) }),
    answer: { status: 201, schema: UserWithEnrolmentLink },
    idempotency: 'optional',
    async handle({ deps, params, body, caller }) {
      return { body: await renewEnrolmentLink(deps, caller, params.id, body.remove_passkeys === true) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/users/:id/sign-out',
    group: 'Users',
    name: 'signOutUser',
    summary: 'End every sign-in of a user',
    scope: 'users',
    errors: [],
    answer: { status: 200, schema: User },
    idempotency: 'optional',
    async handle({ deps, params, caller }) {
      return { body: await signOutUser(deps, caller, params.id) };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/users/:id',
    group: 'Users',
    name: 'deleteUser',
    summary: 'Delete a user with passkeys and sign-ins',
    description: 'The audit log and notes keep the name.',
    scope: 'users',
    errors: [],
    answer: { status: 200, schema: User },
    idempotency: 'optional',
    async handle({ deps, params, caller }) {
      return { body: await deleteUser(deps, caller, params.id) };
    },
  }),
];
