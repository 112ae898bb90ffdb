import { nothing, svg, type SVGTemplateResult } from 'lit/html.js';

type Drawing = SVGTemplateResult;

/** A mark on its background: filled paths in a box of 38 by 24. */
function on(fill: string, ...drawing: unknown[]): Drawing {
  return svg`<path fill=${fill} d="M0 0h38v24H0z"/>${drawing}`;
}

function draw(d: string, fill: string, transform?: string): Drawing {
  return svg`<path fill=${fill} d=${d} transform=${transform ?? nothing} />`;
}

function disc(x: number, y: number, r: number, fill: string): Drawing {
  return svg`<circle cx=${x} cy=${y} r=${r} fill=${fill}/>`;
}

const WHITE = '#fff';
const INK = '#252525';
const LENS = 'M19 6a7 7 0 010 12 7 7 0 010-12';

/**
 * Marks by the brand's id; brands without one show their name. Capitals are drawn after Inter (SIL Open Font License 1.1),
 * 16 units high before their transform.
 */
export const BRAND_DRAWINGS: Readonly<Record<string, Drawing>> = {
  visa: on(
    '#1a1f71',
    draw(
      'M15.1 8.2L12 15.8H9.9L8.4 9.8c-.1-.4-.2-.5-.5-.7C7.4 8.9 6.7 8.6 6 8.5v-.3h3.3a.9.9 0 01.9.8l.8 4.3 2-5.1zm8 5.1c0-2-2.7-2.1-2.7-3 0-.3.3-.5.8-.6a3.7 3.7 0 011.9.3l.4-1.5a5.2 5.2 0 00-1.8-.4c-1.9 0-3.3 1-3.3 2.5 0 1.1 1 1.7 1.7 2 .8.4 1 .6 1 .9 0 .5-.6.8-1.2.8-1 0-1.5-.3-2-.5l-.3 1.6c.5.2 1.3.4 2.2.4 2 0 3.3-1 3.3-2.5m5.1 2.5H30l-1.6-7.6h-1.6a.9.9 0 00-.8.6l-3 7h2.1l.4-1.2h2.5zM26 13.1l1-2.8.6 2.8zm-8.2-4.9l-1.6 7.6h-1.9l1.6-7.6z',
      WHITE,
    ),
  ),
  mastercard: on(INK, disc(15.5, 12, 7, '#eb001b'), disc(22.5, 12, 7, '#f79e1b'), draw(LENS, '#ff5f00')),
  amex: on(
    '#016fd0',
    draw(
      'M0 0h3l1-4h5l1 4h3l-4-16h-4zm5-6l2-7 1 7zM14 0h3v-11l3 11h2l3-11v11h3v-16h-4l-3 11-3-11h-4zM30 0h9v-3h-6v-4h5v-2h-5v-4h6v-3h-9zM40 0h3l3-6 3 6h4l-5-8 4-8h-3l-3 5-2-5h-4l5 8z',
      WHITE,
      'translate(4 16.5)scale(.566 .5625)',
    ),
  ),
  discover: on(
    WHITE,
    draw('M10 24c12-1.5 21-5.5 28-12.5V24z', '#f47216'),
    draw(
      'M1 0h5c4 0 6-3 6-8 0-5-2-8-6-8h-5zm3-3v-10h2c2 0 4 2 4 5 0 3-2 5-4 5zM17-16h-3v16h3zM23 0c3 0 5-2 5-5 0-2-1-4-4-4l-1-1c-1 0-2 0-2-1 0-2 1-2 2-2 1 0 2 0 2 2h3c0-3-2-5-5-5-3 0-5 2-5 5 0 2 1 3 4 4h1c1 1 2 1 2 2 0 2 0 2-2 2-2 0-3-1-3-2h-3c0 3 3 5 6 5zM36 0c3 0 6-2 6-6h-3c0 2-1 3-3 3-2 0-4-2-4-5 0-3 2-5 4-5 2 0 3 1 3 3h3c0-4-3-6-6-6-4 0-7 3-7 8 0 5 3 8 7 8z',
      INK,
      'translate(3.5 14)scale(.274 .375)',
    ),
    disc(18.6, 11, 3.1, '#f47216'),
    draw(
      'M3-16h-3l5 16h4l4-16h-3l-3 12zM15 0h9v-3h-6v-4h5v-2h-5v-4h6v-3h-9zM26 0h3v-6h2l2 6h4l-3-6c1-1 2-3 2-5 0-3-2-5-5-5h-5zm3-8v-5h2c1 0 2 1 2 2 0 2-1 3-2 3z',
      INK,
      'translate(22.2 14)scale(.27 .375)',
    ),
  ),
  diners: on(WHITE, disc(19, 12, 8.5, '#0a4a97'), draw('M17.2 6.5a6 6 0 000 11zM20.8 6.5a6 6 0 010 11z', WHITE)),
  jcb: on(
    WHITE,
    draw('M10 3h5v14.5a3.5 3.5 0 01-3.5 3.5H7V6.5A3.5 3.5 0 0110 3', '#0e4c96'),
    draw('M19 3h5v14.5a3.5 3.5 0 01-3.5 3.5H16V6.5A3.5 3.5 0 0119 3', '#d6112d'),
    draw('M28 3h5v14.5a3.5 3.5 0 01-3.5 3.5H25V6.5A3.5 3.5 0 0128 3', '#0a8c3a'),
  ),
  unionpay: on(
    WHITE,
    draw('M8 3h9l-4 18H4z', '#d8232a'),
    draw('M17 3h9l-4 18h-9z', '#0a4f86'),
    draw('M26 3h9l-4 18h-9z', '#00808a'),
  ),
  maestro: on(INK, disc(15.5, 12, 7, '#0099df'), disc(22.5, 12, 7, '#ed0006'), draw(LENS, '#6c6bbd')),
  cartebancaire: on(
    '#0f4c92',
    draw('M19 0h19v24H12z', '#1e9e57'),
    draw(
      'M7 0c3 0 6-2 6-6h-3c0 2-1 3-3 3-2 0-4-2-4-5 0-3 2-5 4-5 2 0 3 1 3 3h3c0-4-3-6-6-6-4 0-7 3-7 8 0 5 3 8 7 8zM14 0h6c3 0 4-2 4-4 0-3-1-4-2-4 1-1 2-2 2-4 0-2-2-4-5-4h-5zm3-3v-4h2c2 0 2 1 2 2 0 1 0 2-2 2zm0-6v-4h2c1 0 2 1 2 2 0 1-1 2-2 2z',
      WHITE,
      'translate(9 17)scale(.8 .625)',
    ),
  ),
};
