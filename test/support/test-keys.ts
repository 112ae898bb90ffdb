import { createHash } from 'node:crypto';

/** An API key for tests, by its name: always the same, and as hard to guess as a companion wants its keys. */
export function testApiKey(name: string): string {
  return `tgk_${createHash('sha256').update(`key of a test: ${name}`).digest('base64url')}`;
}
