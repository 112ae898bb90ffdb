import { untilDefined } from '../support/wait.ts';
import type { WindowSize } from '../support/webkit.ts';

/** What a shopper looks for. */
export interface ElementQuery {
  kind: 'button' | 'link' | 'heading' | 'field' | 'frame';
  /** Its label or text: the whole of it, or a pattern. */
  name?: string | RegExp;
  /** So many frames lie around it. In each, the first one that is shown is entered. */
  depth?: number;
}

/** One page of a browser, with what the purchases need of it. Each method fails where its element does not appear. */
export interface EnginePage {
  goto(url: string): Promise<unknown>;
  back(): Promise<unknown>;
  click(query: ElementQuery): Promise<unknown>;
  /** Types into a field in place of what it holds. */
  type(query: ElementQuery, text: string): Promise<void>;
  waitFor(query: ElementQuery): Promise<unknown>;
  /** Chooses an option of a list. */
  choose(query: ElementQuery, value: string): Promise<unknown>;
  /** Evaluates an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  resize(size: WindowSize): Promise<void>;
  screenshot(): Promise<Uint8Array>;
  /** What the page wrote to the console, and errors that nothing caught. */
  pageErrors(): readonly string[];
  close(): Promise<void>;
}

/** How long an element may take to appear on a busy machine. */
const APPEARS_WITHIN_MS = 30_000;

/** Runs in the page: the first element that fits and is shown, in the document and its open shadow trees. */
export function findShownElement(kind: ElementQuery['kind'], source: string | null, flags: string): Element | null {
  const selector = {
    button: 'button, input[type=submit]',
    link: 'a[href]',
    heading: 'h1, h2, h3',
    field: 'input, select, textarea',
    frame: 'iframe',
  }[kind];
  const name = source === null ? undefined : new RegExp(source, flags);
  const every = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) =>
      element.shadowRoot === null ? [element] : [element, ...every(element.shadowRoot)],
    );
  const namesOf = (element: Element): string[] => {
    const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent);
    const names = [element.getAttribute('aria-label') ?? '', element.textContent, ...labels];
    return names.map((text) => text.replace(/\s+/g, ' ').trim());
  };
  const fits = (element: Element): boolean =>
    element.matches(selector) &&
    element.checkVisibility({ visibilityProperty: true }) &&
    (name === undefined || namesOf(element).some((text) => name.test(text)));
  return every(document).find(fits) ?? null;
}

/** Runs in the page: chooses an option as a shopper would. */
export function chooseOption(list: HTMLSelectElement, value: string): void {
  list.value = value;
  list.dispatchEvent(new Event('input', { bubbles: true }));
  list.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The arguments of {@link findShownElement}. */
export function findShownElementArguments({
  kind,
  name,
}: ElementQuery): [kind: ElementQuery['kind'], source: string | null, flags: string] {
  if (name === undefined) return [kind, null, ''];
  if (typeof name !== 'string') return [kind, name.source, name.flags];
  return [kind, `^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, ''];
}

/** Repeats a step until it succeeds: pages change while they are driven. */
export async function retryUntilDone<T>(name: string, step: () => Promise<T | undefined>): Promise<T> {
  let failure: unknown;
  const tried = async (): Promise<T | undefined> => {
    failure = undefined;
    return step().catch((error: unknown) => void (failure = error));
  };
  return untilDefined(tried, APPEARS_WITHIN_MS, 100).catch(() => {
    throw new Error(`not done in time: ${name}`, { cause: failure });
  });
}
