import { expect, test } from 'vitest';
import type { ConsoleApi } from '../console-api.ts';
import { readCardFormChoices, readGroupFormChoices } from './choices.ts';

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
