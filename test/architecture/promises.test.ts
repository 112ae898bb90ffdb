import { expect, test } from 'vitest';
import { findTestTitlesByPromise, promiseNumbersOfTitle, readPromiseTexts } from '../support/promise-titles.ts';

test('promisesOf reads the promise numbers at the start of a title', () => {
  expect(promiseNumbersOfTitle('promise 7: a kill')).toEqual([7]);
  expect(promiseNumbersOfTitle('promises 5, 6 and 9: a lost answer')).toEqual([5, 6, 9]);
  expect(promiseNumbersOfTitle('a promise 7: is not at the beginning')).toEqual([]);
});

test('the promises document lists promises 1 to 26, each in one sentence', () => {
  expect([...readPromiseTexts().keys()]).toEqual(Array.from({ length: 26 }, (_, index) => index + 1));
});

test.each([...readPromiseTexts()])('promise %i has a test whose title starts with its number', (number) => {
  expect(findTestTitlesByPromise().get(number) ?? []).not.toEqual([]);
});
