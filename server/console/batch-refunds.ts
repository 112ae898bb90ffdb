import { html } from 'lit';
import type { Payment } from '../../shared/contract/merchant/payments.ts';
import type { ConsoleContext } from './console-page.ts';
import { batchRefundForm } from './payment-forms.ts';
import { mapInBatches, readRefundableAmount, type RefundablePayment } from './refundable-payments.ts';

/** Asks for the refund of these payments; resolves to whether it was requested. */
export async function openBatchRefundDialog(shell: ConsoleContext, payments: readonly Payment[]): Promise<boolean> {
  const withRefundable = await mapInBatches(payments, async (payment) => ({
    ...payment,
    left: await readRefundableAmount(shell.api, payment),
  }));
  const refundable = withRefundable.filter(({ left }) => left > 0n);
  return refundable.length > 0 && shell.confirm(batchRefundForm(refundable));
}

/** Asks for a file and for the refund of the payments that it names; resolves to whether it was requested. */
export async function openRefundFileDialog(shell: ConsoleContext): Promise<boolean> {
  const { refundFileForm, refundFileProblemList } = await import('./refund-file-form.ts');
  let rows: RefundablePayment[] = [];
  let problems: string[] = [];
  const isRead = await shell.confirm(
    refundFileForm(shell.api, (found, without) => {
      rows = found;
      problems = without;
    }),
  );
  if (!isRead) return false;
  const form = batchRefundForm(rows);
  const about = html`<p>${form.about}</p>
    ${refundFileProblemList(problems)}`;
  return shell.confirm({ ...form, about });
}
