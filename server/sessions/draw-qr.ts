import { correction, generate } from 'lean-qr';
import type { QrMatrix } from '../../shared/contract/index.ts';
import { encodeModules } from '../../shared/qr-matrix.ts';

/** The last codes that were asked for: a shopper's page asks for the same one again and again. */
const drawn = new Map<string, QrMatrix | undefined>();
const KEPT = 200;

/** The QR code of a text; undefined where it is longer than one can be (2,331 bytes). */
export function drawQr(text: string): QrMatrix | undefined {
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
    return { size: code.size, modules: encodeModules(code) };
  } catch {
    return undefined;
  }
}
