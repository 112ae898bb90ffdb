import { expect, test } from 'vitest';
import { formatAddress } from './payment-sections.ts';

test('an address is one line with the country’s name, without missing parts', () => {
  const address = { address: 'Hauptstr. 5', postal_code: '10115', city: 'Berlin', country: 'DE' };
  expect(formatAddress(address)).toBe('Hauptstr. 5, 10115, Berlin, Germany');
  expect(formatAddress({ city: 'Berlin' })).toBe('Berlin');
});
