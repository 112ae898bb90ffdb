import { correction, generate } from 'lean-qr';
import type { QrMatrix } from '../../shared/contract/index.ts';
import { encodeQrModulesAsHex } from '../../shared/qr-matrix.ts';

/** The most cached codes: a shopper's page requests the same code repeatedly. */
const drawn = new Map<string, QrMatrix | undefined>();
const KEPT = 200;

/** The QR code of a text; undefined for more than 2,331 bytes, the limit of a code. */
export function createQrMatrix(text: string): QrMatrix | undefined {
  if (drawn.has(text)) return drawn.get(text);
  const matrix = generateOrNot(text);
  const [oldest] = drawn.keys();
  if (drawn.size >= KEPT && oldest !== undefined) drawn.delete(oldest);
  drawn.set(text, matrix);
  return matrix;
}

function generateOrNot(text: string): QrMatrix | undefined {
  try {
    const code = generate(text, { minCorrectionLevel: correction.M });
    return { size: code.size, modules: encodeQrModulesAsHex(code) };
  } catch {
    return undefined;
  }
}
