import LibsqlDatabase from 'libsql';
import AsyncDatabase from 'libsql/promise';
import { expect, test } from 'vitest';
import { commitOffEventLoop } from './sqlite-dialect.ts';

function begin(): LibsqlDatabase.Database {
  const file = new LibsqlDatabase(':memory:');
  file.exec('create table things (id text)');
  file.exec('begin immediate');
  file.exec("insert into things values ('one')");
  return file;
}

test('the asynchronous exec of libsql takes a synchronous database, so that a commit keeps the event loop free', async () => {
  const file = begin();
  const committing: unknown = (AsyncDatabase.prototype.exec as (this: unknown, text: string) => unknown).call(
    file,
    'commit',
  );
  expect(committing).toBeInstanceOf(Promise);
  await committing;
  expect(file.inTransaction).toBe(false);
  file.close();
});

test.each([
  ['is not there', undefined],
  [
    'refuses the handle',
    () => {
      throw new TypeError('not a database');
    },
  ],
  ['does nothing', () => undefined],
])('a commit is made on the event loop where the asynchronous exec %s', async (_how, exec) => {
  const file = begin();
  await commitOffEventLoop(file, exec ?? null);
  expect(file.inTransaction).toBe(false);
  expect(file.prepare('select id from things').all()).toEqual([{ id: 'one' }]);
  file.close();
});

test('a commit that fails rejects', async () => {
  const file = new LibsqlDatabase(':memory:');
  await expect(commitOffEventLoop(file)).rejects.toThrow();
  file.close();
});
