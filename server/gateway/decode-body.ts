import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** A response or a notification that cannot be read. Its message names the reason and contains no gateway text. */
export class UnreadableMessageError extends Error {
  override readonly name = 'UnreadableMessageError';
}

/** The most bytes of a payment's response after decompression. */
export const PAYMENT_RESPONSE_MAX_BYTES = 64 * 1024;

const DECOMPRESS = { gzip: gunzipSync, 'x-gzip': gunzipSync, deflate: inflateSync, br: brotliDecompressSync };

/**
 * Decodes a content-encoding, up to `maxBytes`.
 * @throws UnreadableMessageError
 */
export function decompress(
  body: Buffer,
  contentEncoding: string | undefined,
  maxBytes: number = PAYMENT_RESPONSE_MAX_BYTES,
): Buffer {
  const name = (contentEncoding ?? 'identity').trim().toLowerCase();
  if (name === 'identity' || name === '') return body;
  if (!Object.hasOwn(DECOMPRESS, name)) throw new UnreadableMessageError('unknown content-encoding');
  try {
    return DECOMPRESS[name as keyof typeof DECOMPRESS](body, { maxOutputLength: maxBytes });
  } catch (cause) {
    throw new UnreadableMessageError('broken or too large compressed body', { cause });
  }
}

/**
 * Decodes bytes by the charset of the Content-Type header or the XML declaration. Default: UTF-8. One byte that is
 * invalid in the charset makes the body unreadable, so no replacement character is ever stored.
 * @throws UnreadableMessageError
 */
export function decodeText(body: Buffer, contentType: string | undefined): string {
  const fromHeader = declaredCharset(contentType);
  const fromProlog = prologEncoding(body);
  const fromMark = byteOrderMark(body);
  const charset = fromMark ?? fromHeader ?? fromProlog ?? 'utf-8';
  for (const other of [fromHeader, fromProlog]) {
    if (other !== undefined && family(other) !== family(charset))
      throw new UnreadableMessageError('two charsets are declared');
  }
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch (cause) {
    throw new UnreadableMessageError('the body does not fit its charset', { cause });
  }
}

/** The charset that a Content-Type header names, in lower case. */
export function declaredCharset(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:-]+)"?/i.exec(contentType ?? '')?.[1]?.toLowerCase();
}

function byteOrderMark(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return undefined;
}

function prologEncoding(body: Buffer): string | undefined {
  const start = body.subarray(0, 200).toString('latin1').replaceAll('\u0000', '');
  return /^[^<]*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i.exec(start)?.[1]?.toLowerCase();
}

/** Compatible charset names: utf-16 leaves the byte order open. */
function family(charset: string): string {
  if (charset.startsWith('utf-16') || charset === 'utf16') return 'utf-16';
  return charset === 'utf8' ? 'utf-8' : charset;
}
