/** What follows the form, as one lazy chunk: outcomes, challenge, their words and looks. */
export { OutcomeViews, type OutcomeContext } from './outcome-views.ts';
