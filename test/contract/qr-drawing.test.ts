import jsQR from 'jsqr';
import { describe, expect, test } from 'vitest';
import { QrMatrix } from '../../shared/contract/outcome.ts';
import { createQrMatrix } from '../../server/sessions/create-qr-matrix.ts';
import { toQrPath } from '../../widget/payment-code/qr-drawing.ts';

/** The package's types name a default inside of what it exports. */
const scan = jsQR as unknown as typeof jsQR.default;
const SCALE = 4;

/** As the companion sends it and the element paints it: modules of a side with the light zone, and a path. */
function paint(text: string): { size: number; path: string } {
  const matrix = QrMatrix.parse(createQrMatrix(text));
  return { size: matrix.size + 8, path: toQrPath(matrix) };
}

/** What a reader sees of the drawing. */
function read(text: string): string | undefined {
  const { size, path } = paint(text);
  const side = size * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1) {
      const from = (row * side + Number(x) * SCALE) * 4;
      for (let at = from; at < from + Number(width) * SCALE * 4; at += 1) if (at % 4 !== 3) pixels[at] = 0;
    }
  }
  return scan(pixels, side, side)?.data;
}

/** As long as Pix codes are, and made up. */
const pix = (length: number): string =>
  '00020126580014br.gov.bcb.pix0136123e4567-e89b-12d3-a456-4266141740005204000053039865802BR5913Fulano de Tal'
    .padEnd(length, '6008BRASILIA62070503***6304')
    .slice(0, length);

describe('QR code read by another decoder', () => {
  test.each([
    'x',
    'https://wallet.example/pay?id=1',
    pix(120),
    pix(180),
    pix(300),
    pix(600),
    'São Paulo – 支付 12,50 €',
  ])('an independent decoder reads the QR code of %s', (text) => {
    expect(read(text)).toBe(text);
  });
});

test('a QR code has a quiet zone of four modules', () => {
  const { size, path } = paint('quiet');
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    expect(Number(x)).toBeGreaterThanOrEqual(4);
    expect(Number(y)).toBeGreaterThanOrEqual(4);
    expect(Number(x) + Number(width)).toBeLessThanOrEqual(size - 4);
    expect(Number(y)).toBeLessThan(size - 4);
  }
});

test('a text too long for a QR code gives no drawing', () => {
  expect(createQrMatrix('x'.repeat(2_331))?.size).toBe(177);
  expect(createQrMatrix('x'.repeat(2_332))).toBeUndefined();
});
