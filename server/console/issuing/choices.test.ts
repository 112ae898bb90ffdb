import { expect, test } from 'vitest';
import type { ConsoleApi } from '../console-api.ts';
import { readCardFormChoices, fetchCardStatuses, readGroupFormChoices } from './choices.ts';
import { cardStatusLabel } from './created-issuing-resource.ts';

/** An API that lists what it was asked for and answers nothing. */
function recordingApi(): { api: ConsoleApi; asked: string[] } {
  const asked: string[] = [];
  const answer = (path: string, query: { operation?: string } = {}): Promise<object> => {
    asked.push([path, query.operation].filter(Boolean).join(' '));
    return Promise.resolve({ operations: [] });
  };
  return { api: { get: answer, post: answer } as unknown as ConsoleApi, asked };
}

test('each issuing form reads only the lists that it offers', async () => {
  const card = recordingApi();
  await readCardFormChoices(card.api);
  expect(card.asked.sort()).toEqual(['/issuing/bins/query', '/operations createCardholder', '/operations createGroup']);
  const group = recordingApi();
  await readGroupFormChoices(group.api);
  expect(group.asked).toEqual(['/issuing/rules/query']);
});

test('the status of a card is read from the issuing service, and left out where it does not answer', async () => {
  const post = (path: string): Promise<object> =>
    path === '/issuing/cards/c%2F1/query' ? Promise.resolve({ card_status: '2' }) : Promise.reject(new Error('lost'));
  expect(await fetchCardStatuses({ post } as unknown as ConsoleApi, ['c/1', 'c2'])).toEqual([['c/1', '2']]);
});

test('a card is active or frozen by the numbers that the console sends, and any other number is shown', () => {
  expect(['1', '2', '7'].map(cardStatusLabel)).toEqual(['active', 'frozen', 'Status 7']);
});
