import { describe, expect, test } from 'vitest';
import { parsePostgresUrl } from './open-postgres.ts';

describe('DATABASE_URL', () => {
  test.each([
    ['postgres://user:p%2Fw@db:5432/shop', ['postgres://user:p%2Fw@db:5432/shop']],
    ['postgresql://db/shop?sslmode=require', ['postgresql://db/shop?sslmode=require']],
    ['postgres:///shop?host=/var/run/postgresql', ['postgres:///shop?host=/var/run/postgresql']],
    ['postgres://user@[::1]:5432/shop', ['postgres://user@[::1]:5432/shop']],
    ['postgres://user@a:5432,b:5433/shop?x=1', ['postgres://user@a:5432/shop?x=1', 'postgres://user@b:5433/shop?x=1']],
  ])('%s names its servers', (databaseUrl, servers) => {
    expect(parsePostgresUrl(databaseUrl)).toEqual({ servers, behindPgBouncer: false });
  });

  test('pgbouncer=true says that PgBouncer is in front', () => {
    expect(parsePostgresUrl('postgres://pooler:6432/shop?pgbouncer=true')).toMatchObject({ behindPgBouncer: true });
    expect(parsePostgresUrl('postgres://pooler:6432/shop?pgbouncer=false')).toMatchObject({ behindPgBouncer: false });
  });

  test.each(['', 'shop', 'mysql://db/shop', 'postgres:db', 'postgres://db:port/shop', 'postgres://a,b:port/shop'])(
    '%j is no address of PostgreSQL',
    (databaseUrl) => {
      expect(parsePostgresUrl(databaseUrl)).toBeUndefined();
    },
  );
});
