import { expect, test } from 'vitest';
import { createOpenApi } from '../../api/index.ts';
import { readApiDocument } from './calls.ts';

test('the calls whose body is one list are batches', () => {
  const { groups } = readApiDocument(createOpenApi('https://pay.shop.example', '1.0.0'));
  const batches = groups.flatMap(({ calls }) => calls.filter(({ isBatch }) => isBatch));
  expect(batches.map(({ operationId }) => operationId)).toEqual([
    'createReviews',
    'createCaptures',
    'createCancellations',
    'updateOrders',
    'createRefunds',
  ]);
});
