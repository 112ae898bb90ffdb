import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { QrMatrix } from '../../shared/contract/index.ts';

/** Light modules around the code, without which readers do not find it (ISO/IEC 18004). */
const QUIET = 4;

/** The dark modules as one SVG path. */
export function toQrPath({ size, modules }: QrMatrix): string {
  let path = '';
  for (let at = 0; at < size * size; at += 1) {
    const isDark = parseInt(modules.charAt(at >> 2), 16) & (8 >> (at & 3));
    if (isDark) path += `M${(at % size) + QUIET} ${Math.floor(at / size) + QUIET}h1v1h-1z`;
  }
  return path;
}

/** Draws a QR code: dark on white in every theme, as readers need it. Without a matrix, the shopper copies its text. */
export function drawQr(matrix: QrMatrix | undefined, name: string): TemplateResult | typeof nothing {
  if (matrix === undefined) return nothing;
  const side = matrix.size + 2 * QUIET;
  return html`<svg class="qr" role="img" aria-label=${name} viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">
    <rect width="100%" height="100%" fill="#fff" />
    <path d=${toQrPath(matrix)} fill="#000" />
  </svg>`;
}
