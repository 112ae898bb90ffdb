import { svg, type SVGTemplateResult } from 'lit';

/** Marks of our own drawing, in a box of 38 by 24. */
export const DRAWINGS: Readonly<Record<string, SVGTemplateResult>> = {
  visa: svg`<rect width="38" height="24" rx="4" fill="#1a1f71"/><path d="M7 7.5l3 9h2l3.4-9M17.5 7.5l-1.6 9M24.4 8.6c-2-1.3-4.8-.6-4.9 1.2 0 2.2 4.1 1.8 4 4-.1 2-3.3 2.4-5.2 1.1M26 16.5l4.3-9h1.2l1.3 9M28 13.6h4.2" fill="none" stroke="#fff" stroke-width="1.7"/>`,
  mastercard: svg`<rect width="38" height="24" rx="4" fill="#252525"/><circle cx="15.5" cy="12" r="7" fill="#eb001b"/><circle cx="22.5" cy="12" r="7" fill="#f79e1b"/><path d="M19 6a7 7 0 010 12 7 7 0 010-12" fill="#ff5f00"/>`,
  amex: svg`<rect width="38" height="24" rx="4" fill="#1f72cd"/><path d="M4.5 15.5l2.7-7 2.7 7M5.5 13.3h3.4M12 15.5v-7l2.7 4 2.7-4v7M25 8.5h-4.5v7H25M20.5 12h4M27.5 8.5l5.5 7M33 8.5l-5.5 7" fill="none" stroke="#fff" stroke-width="1.6"/>`,
  discover: svg`<rect width="38" height="24" rx="4" fill="#fff" stroke="#d5d9e0"/><circle cx="22" cy="12" r="4" fill="#f47216"/><path d="M5 9v6h1.5a3 3 0 000-6zM12.5 9v6M16.5 9.6c-2-1-2.4 1-.6 2.1 1.8 1.2 1 3.7-1.2 2.6M28 9l2 6 2-6" fill="none" stroke="#20242c" stroke-width="1.3"/>`,
  diners: svg`<rect width="38" height="24" rx="4" fill="#fff" stroke="#d5d9e0"/><circle cx="19" cy="12" r="8" fill="#0a5ea8"/><path d="M16.7 6.8a6 6 0 000 10.4zM21.3 6.8a6 6 0 010 10.4z" fill="#fff"/>`,
  jcb: svg`<rect width="38" height="24" rx="4" fill="#fff" stroke="#d5d9e0"/><rect x="8" y="4" width="7" height="16" rx="2.5" fill="#0e4c96"/><rect x="15.8" y="4" width="7" height="16" rx="2.5" fill="#d6112d"/><rect x="23.6" y="4" width="7" height="16" rx="2.5" fill="#0a8c3a"/>`,
  unionpay: svg`<rect width="38" height="24" rx="4" fill="#fff" stroke="#d5d9e0"/><path d="M9 4h8l-3 16H6z" fill="#d8232a"/><path d="M16.5 4h8l-3 16h-8z" fill="#0a4f86"/><path d="M24 4h8l-3 16h-8z" fill="#00808a"/>`,
  maestro: svg`<rect width="38" height="24" rx="4" fill="#252525"/><circle cx="15.5" cy="12" r="7" fill="#0099df"/><circle cx="22.5" cy="12" r="7" fill="#ed0006"/><path d="M19 6a7 7 0 010 12 7 7 0 010-12" fill="#6c6bbd"/>`,
  elo: svg`<rect width="38" height="24" rx="4" fill="#111"/><circle cx="19" cy="12" r="6.5" fill="none" stroke="#fff" stroke-width="2.5" stroke-dasharray="9 4.6"/><circle cx="19" cy="12" r="2.2" fill="#ffcb05"/>`,
};
