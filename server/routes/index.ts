/** All routes of the companion. Each parses a request, calls one use case and shapes the response. */
export { createApp } from './create-app.ts';
