import { expect, test } from 'vitest';
import { CheckoutError } from '../../server/client/index.ts';
import { createTillgateConnection } from './options.ts';

const OPTIONS = {
  url: 'https://pay.shop.example',
  apiKey: 'tgk_of_a_test',
  webhookSecret: 'whsec_of_a_test',
  returnUrl: 'https://shop.example/return',
};

function failureOf(options: unknown): CheckoutError {
  try {
    createTillgateConnection(options);
  } catch (error) {
    if (error instanceof CheckoutError) return error;
    throw error;
  }
  throw new Error('the options are accepted');
}

test('the required options suffice', () => {
  expect(createTillgateConnection(OPTIONS).options).toEqual(OPTIONS);
  expect(
    createTillgateConnection({ ...OPTIONS, webhookSecret: ['whsec_new', 'whsec_old'] }).options.webhookSecret,
  ).toHaveLength(2);
});

test('each wrong option is named with what to set', () => {
  const { code, fields, message } = failureOf({ ...OPTIONS, apiKey: undefined, returnUrl: 'thanks', colour: 'red' });
  expect(code).toBe('configuration_invalid');
  expect(fields).toEqual(
    expect.arrayContaining([
      { path: 'apiKey', code: 'required', rule: expect.stringContaining('API key') as string },
      { path: 'returnUrl', code: 'format', rule: expect.stringContaining('https://shop.example') as string },
      { path: 'colour', code: 'unknown_field', rule: 'remove it' },
    ]),
  );
  expect(message).toContain('apiKey (required): set an API key of the companion');
});

test.each([undefined, {}])('without options, %j, all required ones are named', (options) => {
  const paths = failureOf(options).fields?.map(({ path }) => path);
  expect(paths?.sort()).toEqual(['apiKey', 'returnUrl', 'url', 'webhookSecret']);
});
