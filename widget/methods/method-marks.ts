import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit/html.js';
import type { MethodIcon, MethodView } from '../../shared/contract/index.ts';

const BANK = 'M19 4l9 5v2H10V9zM12 12h2v5h-2zM16 12h2v5h-2zM20 12h2v5h-2zM24 12h2v5h-2zM10 18h18v2H10z';
const BARCODE = 'M9 6h2v12H9zM12 6h1v12h-1zM15 6h3v12h-3zM19 6h1v12h-1zM22 6h2v12h-2zM25 6h1v12h-1zM27 6h2v12h-2z';
const QR = 'M12 5h6v6h-6zM20 5h6v6h-6zM12 13h6v6h-6zM20 13h3v3h3v3h-3v-3h-3z';
const CASH = 'M8 7h22v10H8zM19 9a3 3 0 100 6 3 3 0 000-6';
const WALLET =
  'M11 6h14a2 2 0 012 2h-14v1h14a2 2 0 012 2v6a2 2 0 01-2 2H11a2 2 0 01-2-2V8a2 2 0 012-2m12.5 6.5v3h3v-3z';

/** The mark at the end of a method's row: the shop's own icon, or one for its kind. */
export function methodMark(method: MethodView): TemplateResult {
  const { icon } = method;
  return html`<span class="marks" aria-hidden="true"
    ><svg class="mark" viewBox="0 0 38 24">
      ${icon === undefined ? svg`<path fill="currentColor" fill-rule="evenodd" d=${pathOf(method)} />` : drawIcon(icon)}
    </svg></span
  >`;
}

/** Data only: the shop's texts become attributes of paths, never markup. */
function drawIcon({ background, paths }: MethodIcon): SVGTemplateResult {
  const shapes = background === undefined ? paths : [{ d: 'M0 0h38v24H0z', fill: background }, ...paths];
  return svg`${shapes.map(({ d, fill }) => svg`<path fill=${fill} d=${d} />`)}`;
}

function pathOf({ method, presents, banks }: MethodView): string {
  if (presents !== undefined) return presents === 'qr' ? QR : BARCODE;
  if (method.includes('cash')) return CASH;
  return method.includes('bank') || banks.length > 0 ? BANK : WALLET;
}
