import { nothing, svg, type SVGTemplateResult } from 'lit/html.js';

type Drawing = SVGTemplateResult;

/** A mark's ground, in a box of 38 by 24. */
function on(fill: string, ...drawing: unknown[]): Drawing {
  const edge = fill === WHITE ? '#d5d9e0' : nothing;
  return svg`<rect x=".5" y=".5" width="37" height="23" rx="3.5" fill=${fill} stroke=${edge}/>${drawing}`;
}

/** Letters of a fixed width, whatever the typeface; `x` is their middle. */
function word(text: string, fill: string, size = 9, x = 19): Drawing {
  return svg`<text x=${x} y="15" textLength=${(text.length * size) / 2} lengthAdjust="spacingAndGlyphs"
    text-anchor="middle" font-family="Arial,sans-serif" font-weight="700" font-size=${size} fill=${fill}>${text}</text>`;
}

/** A filled shape; a line of a width where one is given. */
function draw(d: string, colour: string, width = 0): Drawing {
  return svg`<path d=${d} fill=${width === 0 ? colour : 'none'} stroke=${colour} stroke-width=${width}/>`;
}

function disc(x: number, y: number, r: number, fill: string): Drawing {
  return svg`<circle cx=${x} cy=${y} r=${r} fill=${fill}/>`;
}

const WHITE = '#fff';
const INK = '#252525';
const LENS = 'M19 6a7 7 0 010 12 7 7 0 010-12';

/** Marks of our own drawing, by the brand's id. */
export const DRAWINGS: Readonly<Record<string, Drawing>> = {
  visa: on(
    '#1a1f71',
    draw(
      'M7 7.5l3 9h1.2l4-9M17.7 7.5l-1.6 9M25 8.8c-2-1.2-4.8-.8-4.9 1.1 0 2.2 4.2 1.7 4.1 3.9-.1 2-3.4 2.5-5.4 1.2M26.3 16.5l4.4-9h1.2l1.3 9M28.2 13.6h4.3',
      WHITE,
      1.7,
    ),
  ),
  mastercard: on(INK, disc(15.5, 12, 7, '#eb001b'), disc(22.5, 12, 7, '#f79e1b'), draw(LENS, '#ff5f00')),
  amex: on(
    '#1f72cd',
    draw(
      'M4.5 15.5l2.7-7 2.7 7M5.5 13.3h3.4M12 15.5v-7l2.7 4 2.7-4v7M25 8.5h-4.5v7H25M20.5 12h4M27.5 8.5l5.5 7M33 8.5l-5.5 7',
      WHITE,
      1.6,
    ),
  ),
  discover: on(
    WHITE,
    word('DISC', '#20242c', 7.5, 11),
    disc(21.3, 12, 3, '#f47216'),
    word('VER', '#20242c', 7.5, 30),
    draw('M14 23.5C24 22 33 18.5 37.5 14v6a3.5 3.5 0 01-3.5 3.5z', '#f47216'),
  ),
  diners: on(WHITE, disc(19, 12, 8, '#0a5ea8'), draw('M16.7 6.8a6 6 0 000 10.4zM21.3 6.8a6 6 0 010 10.4z', WHITE)),
  jcb: on(
    WHITE,
    ['#0e4c96', '#d6112d', '#0a8c3a'].map(
      (fill, index) =>
        svg`<rect x=${8 + index * 7.7} y="4" width="6.7" height="16" rx="2.5" fill=${fill}/>${word('JCB'.charAt(index), WHITE, 7.5, 11.3 + index * 7.7)}`,
    ),
  ),
  unionpay: on(
    WHITE,
    ['#d8232a', '#0a4f86', '#00808a'].map(
      (fill, index) => svg`<path transform="translate(${index * 7.5})" d="M9 4h8.5l-3 16H6z" fill=${fill}/>`,
    ),
  ),
  maestro: on(INK, disc(15.5, 12, 7, '#0099df'), disc(22.5, 12, 7, '#ed0006'), draw(LENS, '#6c6bbd')),
  elo: on(
    '#111',
    draw('M14 8.2A6.3 6.3 0 0121.5 6', '#ffcb05', 2.8),
    draw('M23.5 7.2a6.3 6.3 0 011.3 7.3', '#00a4e0', 2.8),
    draw('M23.3 16.6a6.3 6.3 0 01-9 0', '#ef4123', 2.8),
    draw('M15.5 12h7M22.5 12a3.5 3.5 0 10-1 2.5', WHITE, 1.6),
  ),
  hipercard: on('#a8141b', word('Hipercard', WHITE, 6.8), draw('M5 17h28v2H5z', '#f5b21a')),
  hiper: on('#f37021', word('hiper', WHITE, 11), disc(31.5, 17, 1.8, '#ffe14d')),
  mir: on(
    WHITE,
    draw('M6 16.5v-8l3.5 5 3.5-5v8M16.5 7.5v8l5-7v8M25.5 16.5v-5', '#2f9e4a', 2.2),
    draw('M24.4 7.5h8.1a3.6 3.6 0 01-3.5 3h-8.2z', '#0f75bc'),
    draw('M24.4 11.3h7.9a3.6 3.6 0 01-3 1.9h-4.9z', '#2f9e4a'),
  ),
  troy: on('#0a7f86', word('troy', WHITE, 11), draw('M8 18.5h22v1.4H8z', '#7ce0d8')),
  rupay: on(
    WHITE,
    word('RuPay', '#1d3f8f', 8.5, 14.5),
    draw('M27.5 6.5l3.5 5.5-6 5.5z', '#f47920'),
    draw('M30.5 6.5L34 12l-6 5.5 3-5.5z', '#0a8c46'),
  ),
  cartebancaire: on(
    '#0f4c92',
    draw('M19 .5h15a3.5 3.5 0 013.5 3.5v16a3.5 3.5 0 01-3.5 3.5H12z', '#1e9e57'),
    word('CB', WHITE, 12),
  ),
  bancontact: on(WHITE, draw('M4.5 17.5h10l6-5.5h-10z', '#00539b'), draw('M17.5 12h10l6-5.5h-10z', '#ffd200')),
  dankort: on(
    WHITE,
    draw('M12 4h14a8 8 0 010 16H12a8 8 0 010-16', '#d71920'),
    draw('M12 7.5h6l4 4.5-4 4.5h-6z', WHITE),
    draw('M27 7.5h-5.5L25.5 12l-4 4.5H27a4.5 4.5 0 000-9z', '#16387c'),
  ),
  naranja: on(
    '#ff5a00',
    disc(19, 13, 6, WHITE),
    disc(19, 13, 3.8, '#ff5a00'),
    draw('M19 7.5c.2-2.8 2-4.3 5-4.300.2 2.8-1.8 4.3-5 4.3', '#8fd14f'),
  ),
  cabal: on('#17479e', word('CABAL', WHITE, 8.5), draw('M6 18c8-2.5 18-2.5 26 0', '#6fb7ff', 1.4)),
  verve: on(
    '#0b3c5d',
    disc(11, 12, 5.8, '#ee2a24'),
    draw('M8.3 9.5l2.7 5 2.7-5', WHITE, 1.9),
    word('verve', WHITE, 7, 26),
  ),
  interac: on('#fdb913', word('Interac', '#231f20', 8.5), draw('M6 17h26v1.5H6z', '#231f20')),
  carnet: on('#c01630', word('CARNET', WHITE, 7.5), draw('M5 18.2h19M27 18.2h6', '#ffb3bf', 1.4)),
  argencard: on(
    '#2a7fc1',
    draw('M.5 8.5h37v7H.5z', WHITE),
    disc(8, 12, 2.6, '#f6b40e'),
    word('ARGEN', '#1c5c94', 6.8, 23),
  ),
  codensa: on(
    '#006e3c',
    draw('M14 8a5.5 5.5 0 100 8', WHITE, 2.4),
    draw('M21.5 5l-5 8h4l-2 6 7-8.5h-4.5l3-5.5z', '#c8e04a'),
  ),
  paypak: on('#0b6b3a', word('PayPak', WHITE, 7.5, 15), disc(31, 12, 3.6, WHITE), disc(32.4, 11.2, 3.1, '#0b6b3a')),
  napas: on(WHITE, word('napas', '#0a4f9e', 9, 15), draw('M27.5 15l6.5-8.5V15z', '#35a853')),
  humo: on('#20365c', word('HUMO', WHITE, 9, 14), draw('M25 15.5c1-5 4-8 9-8.5-1 5-4 8-9 8.5', '#e3b23c')),
  uzcard: on('#0d62b5', word('UZ', WHITE, 11, 12.5), draw('M30.5 9a4.2 4.2 0 100 6', '#7fd1ff', 2.4)),
  korean_local_card: on(
    WHITE,
    disc(19, 12, 7, '#0a4aa3'),
    draw('M12 12a7 7 0 0114 0 3.5 3.5 0 01-7 0 3.5 3.5 0 00-7 0', '#d0303c'),
  ),
  uatp: on('#0d62b5', word('UATP', WHITE)),
  eftpos_australia: on(INK, word('eftpos', WHITE)),
};
