import type { AxeResults, RunOptions } from 'axe-core';
import 'axe-core/axe.js';

/** axe-core is a classic script and leaves itself on the window. */
declare const axe: { run(context: Element, options: RunOptions): Promise<AxeResults> };

/** What axe has to say about an element; nothing, if all is well. */
export async function axeFindings(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { region: { enabled: false } },
  });
  return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' ')}`);
}
