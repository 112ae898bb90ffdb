/** Opens a dialog above everything; jsdom, which has no such layer, only opens it. */
export function showModal(dialog: HTMLDialogElement): void {
  if ('showModal' in dialog) dialog.showModal();
  else (dialog as HTMLDialogElement).open = true;
}

export function closeModal(dialog: HTMLDialogElement): void {
  if ('close' in dialog) dialog.close();
  else (dialog as HTMLDialogElement).open = false;
}

let locks = 0;
let before = { overflow: '', gutter: '' };

/** Keeps the page behind a dialog from scrolling, and its width as it is. Returns a function that unlocks it. */
export function lockPageScroll(): () => void {
  const { style, clientWidth } = document.documentElement;
  locks += 1;
  if (locks === 1) {
    before = { overflow: style.overflow, gutter: style.scrollbarGutter };
    if (innerWidth > clientWidth) style.scrollbarGutter = 'stable';
    style.overflow = 'hidden';
  }
  let isLocked = true;
  return () => {
    if (!isLocked) return;
    isLocked = false;
    locks -= 1;
    if (locks > 0) return;
    style.overflow = before.overflow;
    style.scrollbarGutter = before.gutter;
  };
}
