import type { LitElement } from 'lit';
import { writeDeveloperMessage } from './write-message.ts';

/** Writes to the console that the element has waited long for a session, with the attributes that nothing reads. */
export function logMissingSession(element: HTMLElement): void {
  const { observedAttributes: known } = element.constructor as typeof LitElement;
  const names = element
    .getAttributeNames()
    .filter((name) => !known.includes(name) && !(name in HTMLElement.prototype) && !GLOBAL_ATTRIBUTE.test(name))
    .map((name) => `"${name}"`)
    .join(', ');
  const text = names === '' ? 'no_session' : 'unknown_attributes';
  writeDeveloperMessage({ text, values: { names } });
}

/** Attributes of every element that are no properties by the same name, and those that frameworks and tests add. */
const GLOBAL_ATTRIBUTE =
  /^(class|exportparts|is|tabindex|key|ref)$|^(data|aria|on|v|x|ng|_ng|hx|wire|item)[-:a-z]|[^\w-]/;
