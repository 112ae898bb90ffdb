import { html, nothing, type TemplateResult } from 'lit';
import type { Payment, PaymentNote } from '../../shared/contract/merchant/payments.ts';
import type { ActionForm } from './components/action-dialog.ts';
import { icon } from './components/icons.ts';
import { sectionPanel, timestamp } from './components/templates.ts';
import type { ConsoleContext } from './console-page.ts';
import { texts } from './i18n/texts.ts';
import type { PaymentDetails } from './payment-sections.ts';

const t = texts.payment;

/** The notes of colleagues on a payment, and the button that adds one. */
export function notesSection({ notes }: PaymentDetails, shell: ConsoleContext, onAdd: () => void): TemplateResult {
  const author = (note: PaymentNote): string =>
    note.author === shell.session.key_id ? t.noteByYou : t.noteBy(note.author_name ?? note.author);
  return sectionPanel(
    'notes',
    t.notes,
    html`${
      notes.length === 0
        ? html`<p class="muted">${t.notesAbout}</p>`
        : html`<ul class="notes">
            ${notes.map(
              (note) =>
                html`<li>
                  <p>${note.text}</p>
                  <p class="muted small">${author(note)} · ${timestamp(note.at)}</p>
                </li>`,
            )}
          </ul>`
    }
    ${
      shell.can('resolve')
        ? html`<div class="buttons start">
            <button type="button" class="small" @click=${onAdd}>${icon('note')}${t.addNote}</button>
          </div>`
        : nothing
    }`,
  );
}

/** The form that adds a note. */
export function noteForm({ id, order_no: order }: Payment): ActionForm {
  return {
    title: `${t.addNote} · ${order}`,
    about: t.notesAbout,
    fields: [{ name: 'text', label: t.note, kind: 'long', maxLength: 2_000 }],
    submitLabel: () => t.addNote,
    request: ({ text }) => ({ path: `/payments/${id}/notes`, body: { text } }),
    resultOf: () => ({ ok: true, text: t.noteAdded }),
  };
}
