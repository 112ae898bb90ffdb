import { html, nothing } from 'lit';
import type { ConsoleApi } from './console-api.ts';
import type { ActionForm } from './components/action-dialog.ts';
import type { TemplateContent } from './components/templates.ts';
import { texts } from './i18n/texts.ts';
import { findPaymentsOfRows, MAX_REFUND_FILE_ROWS, parseRefundFile } from './refund-file.ts';
import type { RefundablePayment } from './refundable-payments.ts';

const t = texts.payments;

/** The form that reads a refund file; `onFound` gets the payments of its rows, and a line for each row without one. */
export function refundFileForm(
  api: ConsoleApi,
  onFound: (payments: RefundablePayment[], problems: string[]) => void,
): ActionForm {
  return {
    title: t.fileTitle,
    about: t.fileAbout,
    fields: [{ name: 'file', label: t.fileField, kind: 'file' }],
    submitLabel: () => t.fileRead,
    apply: async ({ file = '' }) => {
      const rows = parseRefundFile(file);
      if (rows.length === 0) return { ok: false, text: t.fileEmpty };
      if (rows.length > MAX_REFUND_FILE_ROWS) return { ok: false, text: t.fileTooLong };
      const { payments, problems } = await findPaymentsOfRows(api, rows);
      onFound(payments, problems);
      return payments.length === 0 ? { ok: false, text: problems.join(' · ') } : { ok: true, text: '' };
    },
  };
}

/** The rows of a refund file that are left out; nothing without any. */
export function refundFileProblemList(problems: readonly string[]): TemplateContent {
  if (problems.length === 0) return nothing;
  return html`<p class="strong">${t.fileProblems(problems.length)}</p>
    <ul class="outcomes">
      ${problems.map((problem) => html`<li class="error">${problem}</li>`)}
    </ul>`;
}
