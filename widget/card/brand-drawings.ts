import { svg, type SVGTemplateResult } from 'lit/html.js';
import { LETTERS } from './letters.ts';

type Drawing = SVGTemplateResult;

/** A mark on its background: filled paths in a box of 38 by 24. */
function on(fill: string, ...drawing: unknown[]): Drawing {
  return svg`<path fill=${fill} d="M0 0h38v24H0z"/>${drawing}`;
}

function draw(d: string, fill: string): Drawing {
  return svg`<path fill=${fill} d=${d} />`;
}

function disc(x: number, y: number, r: number, fill: string): Drawing {
  return svg`<circle cx=${x} cy=${y} r=${r} fill=${fill}/>`;
}

/** Capitals from `x`, as wide as `width`; `base` is their baseline. */
function word(text: string, fill: string, x = 5, width = 28, height = 8, base = 12 + height / 2): Drawing {
  let end = 0;
  const path = Array.from(text, (letter) => {
    const [advance, d] = LETTERS[letter] ?? [0, ''];
    const placed = `M${String(end)} 0${d}`;
    end += advance;
    return placed;
  });
  return svg`<path fill=${fill} d=${path.join('')}
    transform="translate(${x} ${base})scale(${(width / end).toFixed(3)} ${height / 16})" />`;
}

const WHITE = '#fff';
const INK = '#252525';
const LENS = 'M19 6a7 7 0 010 12 7 7 0 010-12';

/** Marks by the brand's id; brands without one show their name. */
export const DRAWINGS: Readonly<Record<string, Drawing>> = {
  visa: on(
    '#1a1f71',
    draw(
      'M15.1 8.2L12 15.8H9.9L8.4 9.8c-.1-.4-.2-.5-.5-.7C7.4 8.9 6.7 8.6 6 8.5v-.3h3.3a.9.9 0 01.9.8l.8 4.3 2-5.1zm8 5.1c0-2-2.7-2.1-2.7-3 0-.3.3-.5.8-.6a3.7 3.7 0 011.9.3l.4-1.5a5.2 5.2 0 00-1.8-.4c-1.9 0-3.3 1-3.3 2.5 0 1.1 1 1.7 1.7 2 .8.4 1 .6 1 .9 0 .5-.6.8-1.2.8-1 0-1.5-.3-2-.5l-.3 1.6c.5.2 1.3.4 2.2.4 2 0 3.3-1 3.3-2.5m5.1 2.5H30l-1.6-7.6h-1.6a.9.9 0 00-.8.6l-3 7h2.1l.4-1.2h2.5zM26 13.1l1-2.8.6 2.8zm-8.2-4.9l-1.6 7.6h-1.9l1.6-7.6z',
      WHITE,
    ),
  ),
  mastercard: on(INK, disc(15.5, 12, 7, '#eb001b'), disc(22.5, 12, 7, '#f79e1b'), draw(LENS, '#ff5f00')),
  amex: on('#016fd0', word('AMEX', WHITE, 4, 30, 9)),
  discover: on(
    WHITE,
    draw('M10 24c12-1.5 21-5.5 28-12.5V24z', '#f47216'),
    word('DISC', INK, 3.5, 11.5, 6, 14),
    disc(18.6, 11, 3.1, '#f47216'),
    word('VER', INK, 22.2, 10, 6, 14),
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
  cartebancaire: on('#0f4c92', draw('M19 0h19v24H12z', '#1e9e57'), word('CB', WHITE, 9, 20, 10)),
};
