import { html } from 'lit';
import type { ConsoleApi } from './console-api.ts';
import type { ActionForm } from './components/confirm-dialog.ts';
import { texts } from './i18n/texts.ts';
import { findRefundRows, MAX_ROWS, parseRefundFile, type RefundablePayment } from './refund-file.ts';

const t = texts.payments;

/** The form that reads a refund file; `onFound` gets the payments of its rows. */
export function fileForm(api: ConsoleApi, onFound: (payments: RefundablePayment[]) => void): ActionForm {
  return {
    title: t.fileTitle,
    about: t.fileAbout,
    fields: [{ name: 'file', label: t.fileField, kind: 'file' }],
    submitLabel: () => t.fileRead,
    apply: async ({ file = '' }) => {
      const rows = parseRefundFile(file);
      if (rows.length === 0) return { ok: false, text: t.fileEmpty };
      if (rows.length > MAX_ROWS) return { ok: false, text: t.fileTooLong };
      const { payments, problems } = await findRefundRows(api, rows);
      onFound(payments);
      const list = html`<p>${t.fileProblems(problems.length)}</p>
        <ul class="outcomes">
          ${problems.map((problem) => html`<li>${problem}</li>`)}
        </ul>`;
      if (payments.length === 0) return { ok: false, text: problems.join(' · ') };
      const text = t.selected(payments.length);
      return problems.length === 0 ? { ok: true, text } : { ok: true, text, details: list };
    },
  };
}
