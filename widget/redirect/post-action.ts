import type { NextAction } from '../../shared/contract/index.ts';

/** How long a browser may take to leave for the bank, in ms, until the shopper is offered a button; tests shorten it. */
export const REDIRECT_TIMEOUTS = { stuck: 4_000 };

/** Sends the browser, or the frame of that name, to an action's address by a form. */
export function submitActionForm(
  action: NextAction,
  target: string,
  root: HTMLElement | DocumentFragment = document.body,
): void {
  const form = document.createElement('form');
  form.method = action.method;
  form.action = action.url;
  form.target = target;
  form.hidden = true;
  const fields = Object.entries(action.fields);
  // A GET form replaces the query of its address, so the query has to travel as fields.
  if (action.method === 'GET') fields.push(...new URL(action.url).searchParams);
  for (const [name, value] of fields) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  root.append(form);
  form.submit();
  form.remove();
}
