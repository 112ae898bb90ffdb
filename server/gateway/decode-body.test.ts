import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PAYMENT_RESPONSE_MAX_BYTES, UnreadableMessageError, decodeText, decompress } from './decode-body.ts';

describe('charsets', () => {
  test('UTF-8 is what is meant where nothing is declared', () => {
    expect(decodeText(Buffer.from('José'), undefined)).toBe('José');
  });

  test('the header or the declaration names another', () => {
    const gbk = Buffer.from([0xc4, 0xe3]);
    expect(decodeText(gbk, 'application/xml; charset=GBK')).toBe('你');
    const declared = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="gbk"?><a>'), gbk, Buffer.from('</a>')]);
    expect(decodeText(declared, 'application/xml')).toContain('你');
  });

  test('UTF-16 is read by its mark', () => {
    expect(decodeText(Buffer.from('\ufeff<a/>', 'utf16le'), 'application/xml; charset=utf-16')).toBe('<a/>');
  });

  test('bytes that do not fit, unknown charsets and contradictions are unreadable', () => {
    expect(() => decodeText(Buffer.from([0xff, 0x41]), undefined)).toThrow(UnreadableMessageError);
    expect(() => decodeText(Buffer.from('a'), 'text/xml; charset=klingon')).toThrow(UnreadableMessageError);
    const two = Buffer.from('<?xml version="1.0" encoding="gbk"?><a/>');
    expect(() => decodeText(two, 'text/xml; charset=utf-8')).toThrow(UnreadableMessageError);
  });
});

describe('compression', () => {
  test('is undone', () => {
    expect(decompress(gzipSync('x'), 'gzip').toString()).toBe('x');
    expect(decompress(brotliCompressSync('x'), 'br').toString()).toBe('x');
  });

  test('stops at the limit, and at what is no archive', () => {
    expect(() => decompress(gzipSync(Buffer.alloc(PAYMENT_RESPONSE_MAX_BYTES + 1)), 'gzip')).toThrow(
      UnreadableMessageError,
    );
    expect(() => decompress(Buffer.from('x'), 'gzip')).toThrow(UnreadableMessageError);
    expect(() => decompress(Buffer.from('x'), 'zstd, gzip')).toThrow(UnreadableMessageError);
  });
});
