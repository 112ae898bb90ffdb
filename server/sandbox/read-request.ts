/** The most a request may hold, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

/** A request's fields and how they were written; no fields where it could not be read. */
export interface ReadRequest {
  fields: Record<string, unknown>;
  /** `query`: the fields of a GET. */
  encoding: 'json' | 'form' | 'query' | 'unreadable';
}

const UNREADABLE: ReadRequest = { fields: {}, encoding: 'unreadable' };

/**
 * The fields of a request. Payment requests are JSON objects whatever their Content-Type says (interface 4.1); the
 * form operations are pairs. The body itself decides.
 */
export async function readFields(request: Request): Promise<ReadRequest> {
  if (request.method === 'GET') {
    return { fields: Object.fromEntries(new URL(request.url).searchParams), encoding: 'query' };
  }
  const text = await readText(request);
  if (text === undefined) return UNREADABLE;
  if (!text.trimStart().startsWith('{')) {
    return text.includes('=')
      ? { fields: Object.fromEntries(new URLSearchParams(text)), encoding: 'form' }
      : UNREADABLE;
  }
  try {
    return { fields: JSON.parse(text) as Record<string, unknown>, encoding: 'json' };
  } catch {
    // Answered as a broken request.
    return UNREADABLE;
  }
}

/** The body as text; undefined where it is too long, of which no more than that is read. */
async function readText({ body }: Request): Promise<string | undefined> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    size += chunk.length;
    if (size > BODY_LIMIT) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A form has texts only; what is an object or a number in the interface comes as JSON. */
export function decodeFormFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const isJson = typeof value === 'string' && (/^[[{]/.test(value) || name === 'checkout_time');
      return [name, isJson ? parse(value) : value];
    }),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Taken as it stands; the schema then says what is wrong with it.
    return text;
  }
}

/** A request's fields without what must not be seen: card numbers cut down, codes and files gone. */
export function redactCardData(
  fields: Record<string, unknown>,
  nameOf: (name: string) => string = (name) => name,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (name === nameOf('card') && typeof value === 'string') {
        return [name, value === '' ? '' : `${value.slice(0, 6)}***${value.slice(-4)}`];
      }
      if (name === nameOf('person')) return [name, withoutFile(value)];
      return [name, name === nameOf('security_code') && value !== '' ? '***' : value];
    }),
  );
}

function withoutFile(person: unknown): unknown {
  const { documents, ...rest } = (person ?? {}) as { documents?: { file_data?: unknown } };
  if (typeof documents?.file_data !== 'string') return person;
  return { ...rest, documents: { ...documents, file_data: `(${String(documents.file_data.length)} characters)` } };
}
