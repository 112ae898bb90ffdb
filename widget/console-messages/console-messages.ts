/** What is written to the console for developers, as one lazy chunk. */
export { checkColours } from './check-colours.ts';
export { explainNoSession } from './explain-no-session.ts';
export { writeMessage } from './write-message.ts';
