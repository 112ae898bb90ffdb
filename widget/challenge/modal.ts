/** Opens a dialog above everything; jsdom, which has no such layer, only opens it. */
export function showModal(dialog: HTMLDialogElement): void {
  if ('showModal' in dialog) dialog.showModal();
  else (dialog as HTMLDialogElement).open = true;
}

export function closeModal(dialog: HTMLDialogElement): void {
  if ('close' in dialog) dialog.close();
  else (dialog as HTMLDialogElement).open = false;
}
