import { html, nothing, type TemplateResult } from 'lit/html.js';
import { boletoBarWidths } from './barcode.ts';

/** Light space on both sides, in narrow bars. */
const QUIET = 10;
const HEIGHT = 50;

/** Draws a boleto's number as a barcode, dark on white; nothing for other vouchers. */
export function drawBoletoBarcode(value: string, name: string): TemplateResult | typeof nothing {
  const bars = boletoBarWidths(value);
  if (bars === undefined) return nothing;
  let at = QUIET;
  let path = '';
  for (const [place, width] of bars.entries()) {
    if (place % 2 === 0) path += `M${at} 0h${width}v${HEIGHT}h-${width}z`;
    at += width;
  }
  return html`<svg
    class="barcode"
    role="img"
    aria-label=${name}
    viewBox="0 0 ${at + QUIET} ${HEIGHT}"
    preserveAspectRatio="none"
    shape-rendering="crispEdges"
  >
    <rect width="100%" height="100%" fill="#fff" />
    <path d=${path} fill="#000" />
  </svg>`;
}
