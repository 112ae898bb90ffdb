/** Texts inside an element, shadow trees and all, that a shopper cannot read to the end; and what hides them. */
export function findCutText(root: Element): string[] {
  const findings = [...walk(root)].flatMap((element) => [...ownTextFaults(element), ...fieldFaults(element)]);
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) findings.push(`the page scrolls sideways: ${String(page.scrollWidth)} px`);
  return findings;
}

function* walk(root: Element): Generator<Element> {
  yield root;
  for (const child of [...(root.shadowRoot?.children ?? []), ...root.children]) {
    if (child.matches('.hidden, option, style, svg') || !child.checkVisibility()) continue;
    yield* walk(child);
  }
}

function ownTextFaults(element: Element): string[] {
  const texts = [...element.childNodes].filter(
    (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
  );
  if (texts.length === 0) return [];
  const said = element.textContent.trim();
  // Inline elements have no box of their own; their text is held against the boxes around them.
  if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1) {
    return [`${said}: ${String(element.scrollWidth)} px in ${String(element.clientWidth)}`];
  }
  return texts.some((text) => isClipped(text, element)) ? [`${said}: clipped`] : [];
}

function isClipped(text: Node, element: Element): boolean {
  const range = document.createRange();
  range.selectNodeContents(text);
  const { left, right, top, bottom } = range.getBoundingClientRect();
  if (left < -1 || right > innerWidth + 1) return true;
  for (let box: Element | null = element; box !== null; box = parentOf(box)) {
    const { overflowX, overflowY } = getComputedStyle(box);
    const edge = box.getBoundingClientRect();
    if (overflowX !== 'visible' && (left < edge.left - 1 || right > edge.right + 1)) return true;
    if (overflowY === 'hidden' && (top < edge.top - 1 || bottom > edge.bottom + 1)) return true;
    // What lies in the top layer is not cut by what it stands in.
    if (box instanceof HTMLDialogElement) return false;
  }
  return false;
}

function parentOf(element: Element): Element | null {
  if (element.parentElement !== null) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** The placeholders of empty fields and the options of a select, which have no text nodes. */
function fieldFaults(element: Element): string[] {
  if (element instanceof HTMLInputElement && element.placeholder !== '') return cutIn(element, [element.placeholder]);
  // A long list, such as all countries, is read where it opens; a few choices of ours have to fit where they stand.
  if (element instanceof HTMLSelectElement && element.options.length <= SHORT_LIST) {
    return cutIn(
      element,
      [...element.options].map((option) => option.text),
    );
  }
  return [];
}

const SHORT_LIST = 12;
const pen = document.createElement('canvas').getContext('2d')!;

function cutIn(field: HTMLElement, texts: readonly string[]): string[] {
  // The shorthand `font` is empty beside tabular digits, and Firefox leaves the padding out of a field's client width.
  const { fontSize, fontFamily, fontWeight, paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } =
    getComputedStyle(field);
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const edges = [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth];
  const room = edges.reduce((width, edge) => width - parseFloat(edge), field.offsetWidth);
  return texts
    .filter((text) => pen.measureText(text).width > room + 1)
    .map((text) => `${text}: ${String(pen.measureText(text).width)} px in ${String(room)}`);
}
