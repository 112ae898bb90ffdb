const PRINTED = 'tillgate-printed';

/** Prints a part of the element without the page around it, black on white. */
export function printPart(part: Element, styles: readonly CSSStyleSheet[]): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .${PRINTED} { color-scheme: light }
    @media screen { .${PRINTED} { display: none !important } }
    @media print {
      html, body { background: #fff !important; margin: 0 !important; block-size: auto !important }
      body > :not(.${PRINTED}) { display: none !important }
    }
  `);
  const holder = document.createElement('div');
  holder.className = PRINTED;
  holder.setAttribute('aria-hidden', 'true');
  const root = holder.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets.push(...styles);
  const copy = part.cloneNode(true) as Element;
  for (const control of copy.querySelectorAll('button, a, .unprinted')) control.remove();
  root.append(copy);
  document.body.append(holder);
  document.adoptedStyleSheets.push(sheet);
  const end = (): void => {
    holder.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
  // Fires when the dialog is done with, printed or not; where print() does not wait for it, this does.
  addEventListener('afterprint', end, { once: true });
  print();
}
