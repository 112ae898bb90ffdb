import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

/** The issuers of the sandbox, each with its mark; the class selects its colour. */
const DRAWINGS = {
  gateway: 'M8 13h16M8 19h9',
  issuer: 'M8 11.500h16v9.500H8zM8 15h16',
  nordbank: 'M7 22l6-10 4 6 3-4 5 8z',
  'banco-sol':
    'M16 12a4 4 0 010 8 4 4 0 010-8zM16 6v2M16 24v2M6 16h2M24 16h2M9 9l1.500 1.500M21.500 21.500L23 23M23 9l-1.500 1.500M10.500 21.500L9 23',
  'credit-vert': 'M9 23c0-9 5-14 14-14 0 9-5 14-14 14zM9 23l7-7',
  method: 'M10 10h4v4h-4zM18 10h4v4h-4zM10 18h4v4h-4zM18 18h4v4h-4z',
} as const;
export type IssuerLogoName = keyof typeof DRAWINGS;

/** The brand of a bank by its code, or that of a method without banks. */
export function issuerBrandOf(bankCode: string): IssuerLogoName {
  const name = bankCode.toLowerCase().replaceAll(' ', '-');
  return name === 'nordbank' || name === 'banco-sol' || name === 'credit-vert' ? name : 'method';
}

export function issuerLogo(brand: IssuerLogoName): Html {
  return html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="9" />
    <path d="${DRAWINGS[brand]}" />
  </svg>`;
}

/** The head of an issuer's page: its mark and name, and at a challenge the scheme's name of 3-D Secure. */
export function issuerPageHeader(brand: IssuerLogoName, name: string, secureName?: string): Html {
  return html`<header>
    ${issuerLogo(brand)}
    <p><strong>${name}</strong></p>
    ${secureName === undefined ? '' : html`<p class="scheme">${secureName}</p>`}
  </header>`;
}

/** `NORDBANK` or `online_banking` as a name: `Nordbank`, `Online banking`. */
export function toBankName(code: string): string {
  const words = code.replace(/[_.-]+/g, ' ');
  const isCapitals = words === words.toUpperCase();
  return isCapitals
    ? words.replace(/\p{L}+/gu, (word) => word.charAt(0) + word.slice(1).toLowerCase())
    : words.charAt(0).toUpperCase() + words.slice(1);
}
