/** The most a request may hold, in bytes. */
export const BODY_LIMIT = 64 * 1024;

/**
 * The fields of a request. Payment requests are JSON objects whatever their Content-Type says (interface 4.1); the
 * form operations are pairs. The body itself decides. Undefined where it is neither.
 */
export async function readFields(request: Request): Promise<Record<string, unknown> | undefined> {
  const text = await request.text();
  if (text.length > BODY_LIMIT) return undefined;
  if (!text.trimStart().startsWith('{')) {
    return text.includes('=') ? Object.fromEntries(new URLSearchParams(text)) : undefined;
  }
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    // Answered as a broken request.
    return undefined;
  }
}

/** A request's fields without what must not be seen: card numbers cut down, codes gone. */
export function withoutCardData(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (name === 'card' && typeof value === 'string') {
        return [name, value === '' ? '' : `${value.slice(0, 6)}***${value.slice(-4)}`];
      }
      return [name, name === 'security_code' && value !== '' ? '***' : value];
    }),
  );
}
