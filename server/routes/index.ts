/** Every route of the companion: each parses a request, calls one use case and shapes the response. */
export { createApp } from './create-app.ts';
