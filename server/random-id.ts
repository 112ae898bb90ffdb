import { randomFillSync } from 'node:crypto';

/** The random bytes of an ID. */
const LENGTH = 16;

/** Random bytes for the next IDs: one large call costs much less than many small ones. Each byte is used once. */
const pool = Buffer.alloc(256 * LENGTH);
let used = pool.length;

/** 128 random bits as 22 characters. */
export function createRandomId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const start = used;
  used += LENGTH;
  return pool.toString('base64url', start, used);
}

/**
 * An ID of a record, as 22 characters: the time in ms, then 84 random bits. IDs of records that are stored one after
 * another are neighbours in the indexes of their IDs, so writing and deleting them touches few of the pages.
 */
export function createRecordId(): string {
  const time = Date.now().toString(36);
  return time + createRandomId().slice(0, 22 - time.length);
}
