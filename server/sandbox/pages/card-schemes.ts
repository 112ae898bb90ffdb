import { html } from 'hono/html';
import { INTERNATIONAL_CARD_BRANDS, isInBinRange, parseBinRange } from '../../../shared/card-brands.ts';

type Html = ReturnType<typeof html>;

/** A filled path of a mark, in a box of 38 by 24. */
interface MarkPath {
  d: string;
  fill: string;
  transform?: string;
}

const WHITE = '#fff';
const INK = '#252525';
const ground = (fill: string): MarkPath => ({ d: 'M0 0h38v24H0z', fill });
/** Two discs of 14 and their lens. */
const discs = (left: string, right: string, lens: string): MarkPath[] => [
  { d: 'M15.5 5a7 7 0 010 14 7 7 0 010-14', fill: left },
  { d: 'M22.5 5a7 7 0 010 14 7 7 0 010-14', fill: right },
  { d: 'M19 6a7 7 0 010 12 7 7 0 010-12', fill: lens },
];

/** The brands of the interface's card_type, in the order of their marks (interface 4.10). */
const MARKS: Readonly<Record<string, readonly MarkPath[]>> = {
  visa: [
    ground('#1a1f71'),
    {
      d: 'M15.1 8.2L12 15.8H9.9L8.4 9.8c-.1-.4-.2-.5-.5-.7C7.4 8.9 6.7 8.6 6 8.5v-.3h3.3a.9.9 0 01.9.8l.8 4.3 2-5.1zm8 5.1c0-2-2.7-2.1-2.7-3 0-.3.3-.5.8-.6a3.7 3.7 0 011.9.3l.4-1.5a5.2 5.2 0 00-1.8-.4c-1.9 0-3.3 1-3.3 2.5 0 1.1 1 1.7 1.7 2 .8.4 1 .6 1 .9 0 .5-.6.8-1.2.8-1 0-1.5-.3-2-.5l-.3 1.6c.5.2 1.3.4 2.2.4 2 0 3.3-1 3.3-2.5m5.1 2.5H30l-1.6-7.6h-1.6a.9.9 0 00-.8.6l-3 7h2.1l.4-1.2h2.5zM26 13.1l1-2.8.6 2.8zm-8.2-4.9l-1.6 7.6h-1.9l1.6-7.6z',
      fill: WHITE,
    },
  ],
  mastercard: [ground(INK), ...discs('#eb001b', '#f79e1b', '#ff5f00')],
  amex: [
    ground('#016fd0'),
    {
      d: 'M0 0h3l1-4h5l1 4h3l-4-16h-4zm5-6l2-7 1 7zM14 0h3v-11l3 11h2l3-11v11h3v-16h-4l-3 11-3-11h-4zM30 0h9v-3h-6v-4h5v-2h-5v-4h6v-3h-9zM40 0h3l3-6 3 6h4l-5-8 4-8h-3l-3 5-2-5h-4l5 8z',
      fill: WHITE,
      transform: 'translate(4 16.5)scale(.566 .5625)',
    },
  ],
  jcb: [
    ground(WHITE),
    { d: 'M10 3h5v14.5a3.5 3.5 0 01-3.5 3.5H7V6.5A3.5 3.5 0 0110 3', fill: '#0e4c96' },
    { d: 'M19 3h5v14.5a3.5 3.5 0 01-3.5 3.5H16V6.5A3.5 3.5 0 0119 3', fill: '#d6112d' },
    { d: 'M28 3h5v14.5a3.5 3.5 0 01-3.5 3.5H25V6.5A3.5 3.5 0 0128 3', fill: '#0a8c3a' },
  ],
  diners: [
    ground(WHITE),
    { d: 'M19 3.5a8.5 8.5 0 010 17 8.5 8.5 0 010-17', fill: '#0a4a97' },
    { d: 'M17.2 6.5a6 6 0 000 11zM20.8 6.5a6 6 0 010 11z', fill: WHITE },
  ],
  maestro: [ground(INK), ...discs('#0099df', '#ed0006', '#6c6bbd')],
};

/** The marks of the brands that the gateway's card page takes. */
export function cardBrandMarks(): Html {
  const brands = Object.entries(MARKS).map(([id, paths]) => ({ name: brandNameOf(id), paths }));
  return html`<span class="brands">
    ${brands.map(
      ({ name, paths }) =>
        html`<svg viewBox="0 0 38 24" role="img" aria-label="${name}">
          ${paths.map(
            ({ d, fill, transform }) =>
              html`<path d="${d}" fill="${fill}" ${transform === undefined ? '' : html`transform="${transform}"`} />`,
          )}
        </svg>`,
    )}
  </span>`;
}

function brandNameOf(id: string): string {
  return INTERNATIONAL_CARD_BRANDS.find((brand) => brand.id === id)?.name ?? id;
}

/** The names under which the schemes show 3-D Secure to shoppers. */
const SECURE_NAMES: Readonly<Record<string, string>> = {
  visa: 'Visa Secure',
  mastercard: 'Mastercard ID Check',
  amex: 'American Express SafeKey',
  discover: 'ProtectBuy',
  diners: 'ProtectBuy',
  jcb: 'J/Secure',
};

/** The scheme's name of 3-D Secure for a masked card: `Visa Secure`; of another brand `3-D Secure`. */
export function secureNameOf(maskedCard: string): string {
  const brand = INTERNATIONAL_CARD_BRANDS.find(({ ranges }) =>
    ranges.some((range) => isInBinRange(maskedCard, parseBinRange(range))),
  );
  return SECURE_NAMES[brand?.id ?? ''] ?? '3-D Secure';
}
