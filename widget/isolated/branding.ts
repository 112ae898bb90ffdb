import { styles } from '../theme/styles.ts';

/** The custom properties that the element's styles read. */
const TOKENS = String(styles).match(/--tillgate-[\w-]+/g) ?? [];

/** The branding of an element on its page: its custom properties, its colour scheme, its page's text size in px. */
export function readElementTheme(
  element: HTMLElement,
): [tokens: Record<string, string>, colorScheme: string, fontSize: number] {
  const style = getComputedStyle(element);
  const values = TOKENS.map((name) => [name, style.getPropertyValue(name).trim()]);
  const schemes = style.colorScheme.match(/\b(light|dark)\b/g) ?? ['normal'];
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return [Object.fromEntries(values), [...new Set(schemes)].join(' '), Math.min(Math.max(size, 6), 60)];
}

/**
 * Calls back when the branding may have changed: an attribute of the element or of what it stands in changed, the shopper
 * turned to light or dark, the window changed or finished loading. Nothing is polled.
 */
export function watchBranding(element: HTMLElement, onChange: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(onChange);
  let node: Node | null = element;
  while (node !== null) {
    if (node instanceof Element) observer.observe(node, { attributes: true });
    node = node instanceof ShadowRoot ? node.host : node.parentNode;
  }
  signal.addEventListener('abort', () => {
    observer.disconnect();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', onChange, { signal });
  for (const type of ['resize', 'load']) addEventListener(type, onChange, { signal });
}
