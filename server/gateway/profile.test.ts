import { describe, expect, test } from 'vitest';
import { DEFAULT_PROFILE } from './default-profile.ts';
import { createProfile, type RecipeName } from './profile.ts';

const IDENTITY = ['merchant_id', 'account_id'];

function faultOf(recipe: RecipeName, names: readonly string[]): unknown {
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

  test.each<[RecipeName, string]>([
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

  test.each<[RecipeName, string]>([
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
});
