/** What is written to the console for developers, as one lazy chunk. */
export { warnIfFocusResemblesError } from './check-colours.ts';
export { logMissingSession } from './explain-no-session.ts';
export { writeDeveloperMessage } from './write-message.ts';
