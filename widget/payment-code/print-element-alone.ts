import { adoptStyles } from '../theme/adopt-styles.ts';
import { printedPageStyles } from './styles.ts';

/** Prints a part of the element without the page around it, black on white. */
export function printElementAlone(part: Element, styles: readonly CSSStyleSheet[]): void {
  const holder = document.createElement('div');
  holder.className = 'tillgate-printed';
  holder.setAttribute('aria-hidden', 'true');
  const root = holder.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets.push(...styles);
  const copy = part.cloneNode(true) as Element;
  for (const control of copy.querySelectorAll('button, a, .unprinted')) control.remove();
  root.append(copy);
  document.body.append(holder);
  adoptStyles(document, printedPageStyles);
  const end = (): void => {
    holder.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== printedPageStyles.styleSheet);
  };
  // Fires when the dialog is done with, printed or not; where print() does not wait for it, this does.
  addEventListener('afterprint', end, { once: true });
  print();
}
