import { THEME_TOKENS, isPlainCssValue } from '../../shared/theme-tokens.ts';
import type { Looks } from './protocol.ts';

/** How an element looks where it stands: the values of its custom properties, its colour scheme, its page's text size. */
export function readLooks(element: HTMLElement): Looks {
  const style = getComputedStyle(element);
  const values = THEME_TOKENS.map((name) => [name, style.getPropertyValue(name).trim()] as const);
  const schemes = style.colorScheme.split(' ').filter((word) => word === 'light' || word === 'dark');
  return {
    tokens: Object.fromEntries(values.filter(([, value]) => isPlainCssValue(value))),
    color_scheme: [...new Set(schemes)].join(' ') || 'normal',
    font_size: Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16,
  };
}

/**
 * Calls back whenever the looks may have changed: the element or what it stands in got another class, style or theme, the
 * shopper turned to light or dark, the window changed or finished loading. Nothing is polled.
 */
export function watchLooks(element: HTMLElement, onChange: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(onChange);
  for (
    let node: Node | null = element;
    node !== null;
    node = node instanceof ShadowRoot ? node.host : node.parentNode
  ) {
    if (node instanceof Element) {
      observer.observe(node, { attributes: true, attributeFilter: ['class', 'style', 'theme', 'data-theme'] });
    }
  }
  signal.addEventListener('abort', () => {
    observer.disconnect();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', onChange, { signal });
  addEventListener('resize', onChange, { signal });
  addEventListener('load', onChange, { signal });
}
