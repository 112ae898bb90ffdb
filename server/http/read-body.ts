import type * as z from '../../shared/zod.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { toFieldErrors } from '../../shared/field-errors.ts';
import { parseStrictJson } from './strict-json.ts';
import { dropEmptyTexts } from './drop-empty-texts.ts';

/** The most bytes of a body, unless a call allows more. */
export const BODY_MAX_BYTES = 32 * 1024;

/** The most bytes of a submit with a file that the session requires. */
export const FILE_BODY_MAX_BYTES = 400 * 1024;

/**
 * Reads a JSON body and checks it against a schema. An empty optional text counts as absent.
 * @throws CheckoutError `unsupported_media_type`, `body_too_large`, `malformed_body`, `duplicate_key`,
 *   `invalid_request` with every field that breaks a rule.
 */
export async function readJsonBody<T>(
  request: Request,
  schema: z.ZodMiniType<T>,
  maxBytes: number = BODY_MAX_BYTES,
): Promise<T> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)) {
    throw new CheckoutError('unsupported_media_type', 'The body has to be application/json in UTF-8.');
  }
  const text = decodeUtf8(await readBodyBytes(request, maxBytes));
  const json = parseStrictJson(text);
  // Most bodies have no empty text, and so nothing to drop.
  const value = text.includes('""') ? dropEmptyTexts(schema, json) : json;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CheckoutError('invalid_request', undefined, { fields: toFieldErrors(parsed.error, value) });
}

/**
 * Reads a body up to `maxBytes`.
 * @throws CheckoutError `body_too_large`
 */
export async function readBodyBytes(request: Request, maxBytes: number = BODY_MAX_BYTES): Promise<Buffer> {
  const declared = request.headers.get('content-length');
  if (Number(declared ?? '0') > maxBytes) throw tooLarge(maxBytes);
  if (declared !== null) return readDeclared(request, maxBytes);
  return request.body === null ? Buffer.alloc(0) : readStream(request.body, maxBytes);
}

async function readStream(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge(maxBytes);
    }
    chunks.push(value);
  }
}

/** With a Content-Length that the server enforces, no counting stream is needed. */
async function readDeclared(request: Request, maxBytes: number): Promise<Buffer> {
  const bytes = Buffer.from(await request.arrayBuffer());
  if (bytes.length > maxBytes) throw tooLarge(maxBytes);
  return bytes;
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new CheckoutError('malformed_body', 'The body is not UTF-8.', { cause });
  }
}

function tooLarge(maxBytes: number): CheckoutError {
  return new CheckoutError('body_too_large', `The body may hold at most ${String(maxBytes)} bytes.`, {
    fields: [{ path: '', code: 'too_long', rule: `at most ${String(maxBytes)} bytes` }],
  });
}
