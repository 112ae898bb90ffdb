/** 128 random bits as hex. Unlike `crypto.randomUUID` it also works on a shop's http pages in development. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
