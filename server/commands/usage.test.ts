import { expect, test } from 'vitest';
import { CLI_CALLS } from './api/calls.ts';
import { COMMANDS } from './index.ts';
import { USAGE } from './usage.ts';

/** `payment show | sync` stands for two commands. */
const named = USAGE.split('merchant API')[1]!
  .split('\n')
  .filter((line) => line.startsWith('  '))
  .flatMap((line) => line.trim().split(', '))
  .flatMap((part) => {
    const [first, ...others] = part.split(' | ');
    const [noun] = first!.split(' ');
    return [first!, ...others.map((verb) => `${noun!} ${verb}`)];
  });

test('the help names every call of the API, once, and none that is not there', () => {
  const calls = CLI_CALLS.map(({ words }) => words);
  expect(named.filter((words) => !words.startsWith('tillgate <command>')).sort()).toEqual([...calls].sort());
});

test('the help names every command that is no call', () => {
  for (const name of Object.keys(COMMANDS)) expect(USAGE).toMatch(new RegExp(`^  ${name}  `, 'm'));
});
