/** What follows the form, as one lazy chunk: outcomes, challenge, their words and looks. */
export { ChallengeDialog } from '../challenge/challenge-dialog.ts';
export { challengeStyles } from '../challenge/styles.ts';
export { resultStyles } from '../theme/result-styles.ts';
export { renderOutcome, type OutcomeContext } from './outcome-views.ts';
