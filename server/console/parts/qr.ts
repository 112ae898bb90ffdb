import { html, type TemplateResult } from 'lit';
import { correction, generate } from 'lean-qr/nano';

/** Light modules around the code, without which readers do not find it (ISO/IEC 18004). */
const QUIET = 4;

/** An address as a QR code: dark on white whatever the theme, as readers need it. */
export function drawQr(text: string, name: string): TemplateResult {
  const matrix = generate(text, { minCorrectionLevel: correction.M });
  const size = matrix.size + 2 * QUIET;
  let path = '';
  for (let y = 0; y < matrix.size; y += 1) {
    for (let x = 0; x < matrix.size; x += 1) {
      if (matrix.get(x, y)) path += `M${String(x + QUIET)} ${String(y + QUIET)}h1v1h-1z`;
    }
  }
  return html`<svg class="qr" role="img" aria-label=${name} viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
    <rect width="100%" height="100%" fill="#fff" />
    <path d=${path} fill="#000" />
  </svg>`;
}
