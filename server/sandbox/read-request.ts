/** The most bytes of a request. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** A request's fields and encoding; no fields if it cannot be read. */
export interface DecodedRequest {
  fields: Record<string, unknown>;
  /** `query`: the fields of a GET. */
  encoding: 'json' | 'form' | 'query' | 'unreadable';
}

const UNREADABLE: DecodedRequest = { fields: {}, encoding: 'unreadable' };

/**
 * The fields of a request. Payment requests are JSON objects regardless of their Content-Type (interface 4.1); the form
 * operations are pairs. The body itself decides.
 */
export async function readRequestFields(request: Request): Promise<DecodedRequest> {
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
    // Answered as an invalid request.
    return UNREADABLE;
  }
}

/** The body as text; undefined if it is too long. Reading stops at the limit. */
async function readText({ body }: Request): Promise<string | undefined> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A form contains texts only; objects and numbers of the interface are sent as JSON. */
export function parseJsonFormValues(fields: Record<string, unknown>): Record<string, unknown> {
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
    // Left unchanged; the schema then reports the fault.
    return text;
  }
}

/** A request's fields for display: card numbers truncated, codes and files removed. */
export function redactRequestForDisplay(
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
