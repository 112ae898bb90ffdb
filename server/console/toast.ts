import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How long a toast is shown, in ms. */
const TOAST_MS = 5_000;

/** A short message that goes by itself; a new one replaces it. */
export class Toast implements ReactiveController {
  /** Empty while nothing is shown. */
  text = '';
  private readonly host: ReactiveControllerHost;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.host = host;
    host.addController(this);
  }

  show(text: string): void {
    this.set(text);
    this.timer = setTimeout(() => this.set(''), TOAST_MS);
  }

  hostDisconnected(): void {
    clearTimeout(this.timer);
  }

  private set(text: string): void {
    clearTimeout(this.timer);
    this.text = text;
    this.host.requestUpdate();
  }
}
