import { describe, expect, test } from 'vitest';
import { DEFAULT_PROFILE } from './default-profile.ts';
import {
  createProfile,
  isDigestRecipeConfirmedByAcquirer,
  digestRecipeOf,
  type ProfileOverrides,
  type DigestRecipeName,
} from './index.ts';

const IDENTITY = ['merchant_id', 'account_id'];

function faultOf(recipe: DigestRecipeName, names: readonly string[]): unknown {
  try {
    createProfile({ recipes: { [recipe]: [...IDENTITY, ...names] } });
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('a recipe of a merchant', () => {
  test('is taken as the default is', () => {
    expect(createProfile({ recipes: DEFAULT_PROFILE.recipes })).toEqual(DEFAULT_PROFILE);
  });

  test.each<[DigestRecipeName, string]>([
    ['card', 'checkout_time'],
    ['card', 'open3d'],
    ['card', 'website'],
    ['apm', 'payment_method'],
    ['checkout', 'cancel_url'],
    ['result', 'threeds_result'],
    ['retrievalTrans', 'orders'],
    ['cancel', 'transaction_ids'],
    ['payoutQuery', 'a_field_of_its_own'],
  ])('%s may hold %s', (recipe, name) => {
    expect(faultOf(recipe, [name])).toBeUndefined();
  });

  test.each<[DigestRecipeName, string]>([
    ['card', 'ordr_no'],
    ['card', 'payment_method'],
    ['card', 'cart_items'],
    ['card', 'subscription'],
    ['card', 'encryption_data'],
    ['card', 'constructor'],
    ['apm', 'card'],
    ['result', 'risk_reasons'],
    ['refund', 'refund_orders'],
    ['retrievalTrans', 'transaction_ids'],
  ])('%s with %s is refused at the start: every digest of it would be wrong', (recipe, name) => {
    expect(faultOf(recipe, [name])).toMatchObject({
      code: 'configuration_invalid',
      fields: [{ path: `recipes.${recipe}.2`, code: 'format' }],
    });
  });

  test.each(['payoutQuery', 'cancelsubscription'] as const)(
    'with transaction_ids for the response of %s, which lists no transactions, is refused at the start',
    (operation) => {
      expect(() => createProfile({ response_recipes: { [operation]: ['transaction_ids'] } })).toThrow(
        expect.objectContaining({
          code: 'configuration_invalid',
          fields: [expect.objectContaining({ path: `response_recipes.${operation}.0` })],
        }),
      );
    },
  );

  test.each<[string, ProfileOverrides, readonly string[], boolean]>([
    ['a list', { recipes: { refund: IDENTITY } }, IDENTITY, false],
    ['a list with a confirmation', { recipes: { refund: { fields: IDENTITY, confirmed: true } } }, IDENTITY, true],
    ['a list not confirmed', { recipes: { refund: { fields: IDENTITY, confirmed: false } } }, IDENTITY, false],
    ['a confirmation alone', { recipes: { refund: { confirmed: true } } }, DEFAULT_PROFILE.recipes.refund, true],
    ['nothing', {}, DEFAULT_PROFILE.recipes.refund, false],
    ['verification required', { verification: 'required' }, DEFAULT_PROFILE.recipes.refund, true],
  ])('is read where the merchant writes %s', (_name, overrides, fields, confirmed) => {
    const profile = createProfile(overrides);
    expect(digestRecipeOf(profile, 'refund')).toEqual(fields);
    expect(isDigestRecipeConfirmedByAcquirer(profile, 'refund')).toBe(confirmed);
    expect(digestRecipeOf(profile, 'card')).toEqual(DEFAULT_PROFILE.recipes.card);
  });

  test.each<[string, unknown, string]>([
    ['a confirmation that is no yes or no', { confirmed: 'yes' }, 'recipes.refund'],
    ['another word beside it', { fields: IDENTITY, confirmed: true, sure: 1 }, 'recipes.refund'],
    ['names without a confirmation', { fields: IDENTITY }, 'recipes.refund'],
    ['no names', { fields: [], confirmed: true }, 'recipes.refund'],
    ['a name that is none', { fields: ['merchant_id', 'refund_orders'], confirmed: true }, 'recipes.refund.fields.1'],
  ])('with %s is refused at the start, by its path', (_name, recipe, path) => {
    try {
      createProfile({ recipes: { refund: recipe } } as ProfileOverrides);
    } catch (error) {
      expect(error).toMatchObject({ code: 'configuration_invalid' });
      expect((error as { fields: { path: string }[] }).fields[0]?.path).toMatch(new RegExp(`^${path}`));
      return;
    }
    throw new Error('the profile was taken');
  });
});
