import type { SessionView } from '../../shared/contract/index.ts';
import type { AskedFields } from '../fields/asked-fields.ts';

/** Parts of the form that a session needs beyond the fields of a card. */
export interface FormParts {
  asked?: AskedFields;
}

/**
 * Loads what a session's form consists of besides the card.
 * @throws where a chunk cannot be had: without its fields the form could not be sent
 */
export async function loadFormParts(view: SessionView, onChange: () => void): Promise<FormParts> {
  const parts: FormParts = {};
  if (view.methods.some((method) => method.fields.length > 0)) {
    const { AskedFields } = await import('../fields/asked-fields.ts');
    parts.asked = new AskedFields(onChange);
  }
  return parts;
}
