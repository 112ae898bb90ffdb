import type { ErrorCode } from '../../shared/errors.ts';
import type { CheckoutHostElement } from './checkout-host-element.ts';
import { connectOptions } from './companion-connection.ts';

/** Timeouts of a load, in ms; tests shorten them. */
export const LOAD_TIMEOUTS = {
  /** Without a session, until the console message. */
  session: 5_000,
  /** For the reason of a failed load. */
  explain: 4_000,
};

/**
 * Tells the developer why a session could not be loaded; resolves with the code that fits best, and with the first one
 * where the reason takes too long: nothing may hang where there is no network.
 */
export function diagnoseLoadFailureInTime(code: ErrorCode, element: CheckoutHostElement): Promise<ErrorCode> {
  if (code === 'session_expired') return Promise.resolve(code);
  const explained = import('./deferred.ts')
    .then(({ diagnoseAndLogLoadFailure }) =>
      diagnoseAndLogLoadFailure({ ...connectOptions(element), code, isolated: element.isolated }),
    )
    .catch(() => code);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<ErrorCode>((resolve) => {
    timer = setTimeout(resolve, LOAD_TIMEOUTS.explain, code);
  });
  return Promise.race([explained, late]).finally(() => clearTimeout(timer));
}

/** Tells the developer of a page that never sets a session why it shows an outline only. */
export function warnOfMissingSession(element: CheckoutHostElement): void {
  const isEmpty = (): boolean => !element.session && !element.items;
  if (!isEmpty()) return;
  setTimeout(() => {
    if (!isEmpty() || !element.isConnected) return;
    void import('../developer-messages/console-messages.ts').then(
      ({ logMissingSession }) => logMissingSession(element),
      () => undefined,
    );
  }, LOAD_TIMEOUTS.session);
}

/** Warns of colours that look alike while the shop is developed. */
export function warnOfColoursInDevelopment(root: ShadowRoot): void {
  if (!/localhost$|^127\./.test(location.hostname)) return;
  void import('../developer-messages/console-messages.ts').then(
    ({ warnIfFocusResemblesError: check }) => check(root),
    () => undefined,
  );
}
