import { html, type TemplateResult } from 'lit/html.js';
import { correction, generate } from 'lean-qr/nano';

/** Light modules around the code, without which readers do not find it (ISO/IEC 18004). */
const QUIET = 4;

/** A QR code's size in modules, quiet zone included, and its dark modules as one SVG path. */
export interface QrPath {
  size: number;
  path: string;
}

/** @throws where the text is longer than a QR code can be (2,331 bytes) */
export function toQrPath(text: string): QrPath {
  const matrix = generate(text, { minCorrectionLevel: correction.M });
  let path = '';
  for (let y = 0; y < matrix.size; y += 1) {
    for (let x = 0; x < matrix.size; x += 1) {
      const from = x;
      while (matrix.get(x, y)) x += 1;
      const width = String(x - from);
      if (x > from) path += `M${String(from + QUIET)} ${String(y + QUIET)}h${width}v1h-${width}z`;
    }
  }
  return { size: matrix.size + 2 * QUIET, path };
}

/** Draws a text as a QR code: dark on white whatever the theme, as readers need it. */
export function drawQr(text: string, name: string): TemplateResult {
  const { size, path } = toQrPath(text);
  return html`<svg class="qr" role="img" aria-label=${name} viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
    <rect width="100%" height="100%" fill="#fff" />
    <path d=${path} fill="#000" />
  </svg>`;
}
