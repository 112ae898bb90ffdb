import { nothing, type TemplateResult } from 'lit';
import type { Action } from '../../shared/contract/index.ts';
import type { ChallengeDialog, ChallengeHost } from '../challenge/challenge-dialog.ts';
import type { Translate } from '../i18n/translate.ts';
import { postAction } from '../redirect/post-action.ts';
import type { CheckoutState } from './state.ts';

/** The challenge's dialog, whose code comes once the form is there. Without it a challenge takes the whole page. */
export class LazyChallenge {
  readonly #host: ChallengeHost;
  readonly #onReturn: () => void;
  #dialog: ChallengeDialog | undefined;

  constructor(host: ChallengeHost, onReturn: () => void) {
    this.#host = host;
    this.#onReturn = onReturn;
  }

  async load(): Promise<void> {
    try {
      const { ChallengeDialog } = await import('../challenge/challenge-dialog.ts');
      this.#dialog ??= new ChallengeDialog(this.#host, this.#onReturn);
    } catch {
      // A blocked chunk: open() knows another way.
    }
  }

  /** Opens an action of a payment, unless it is not wanted any more once the code has come. */
  async open(action: Action, paymentId: string, options: { server: string; isWanted: () => boolean }): Promise<void> {
    await this.load();
    if (!options.isWanted()) return;
    if (this.#dialog === undefined) postAction(action, '_top');
    else this.#dialog.open(action, paymentId, options.server, postAction);
  }

  close(): void {
    this.#dialog?.close();
  }

  render(t: Translate, state: CheckoutState, onCancel: () => void): TemplateResult | typeof nothing {
    return this.#dialog?.isOpen === true ? this.#dialog.render(t, state, onCancel) : nothing;
  }
}
