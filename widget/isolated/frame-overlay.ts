import type { FramePosition } from './protocol.ts';

/**
 * Lets a frame take the whole window while a challenge is open, and its place in the page afterwards. The frame is never
 * moved in the document, since that would load it again: the dialog around it becomes modal, so that it covers every page
 * layout, and nothing behind it can get the focus.
 */
export class FrameOverlay {
  readonly #frame: HTMLIFrameElement;
  #height = 0;
  #scroll: readonly [number, number] | undefined;

  constructor(frame: HTMLIFrameElement) {
    this.#frame = frame;
  }

  /** Takes the frame's height in the page, in px. */
  resize(px: number): void {
    this.#height = px;
    if (this.#scroll === undefined) this.#frame.style.setProperty('--_block', `${px}px`);
  }

  /** Covers the window; returns where the frame stood. */
  open(): FramePosition {
    const { x, y, width, height } = this.#frame.getBoundingClientRect();
    const dialog = this.#dialog;
    if (this.#scroll === undefined && dialog !== null) {
      this.#scroll = [scrollX, scrollY];
      // Keeps the place free, less the twelve pixels that the frame stands out by.
      dialog.parentElement?.style.setProperty('block-size', `${height - 12}px`);
      dialog.showModal();
    }
    return [x, y, width];
  }

  close(): void {
    const scroll = this.#scroll;
    if (scroll === undefined) return;
    this.#scroll = undefined;
    const dialog = this.#dialog;
    dialog?.close();
    dialog?.parentElement?.style.removeProperty('block-size');
    this.resize(this.#height);
    if (scrollX !== scroll[0] || scrollY !== scroll[1])
      scrollTo({ left: scroll[0], top: scroll[1], behavior: 'instant' });
  }

  /** A browser lets a second Escape close any dialog; this one stays as long as the frame needs it. */
  readonly handleClose = (): void => {
    const dialog = this.#dialog;
    if (this.#scroll !== undefined && dialog?.open === false) dialog.showModal();
  };

  get #dialog(): HTMLDialogElement | null {
    return this.#frame.closest('dialog');
  }
}
