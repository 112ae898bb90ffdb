import * as z from '../../zod.ts';

/** A time in API bodies: ISO 8601, UTC. */
export const UtcTime = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/, 'ISO 8601, UTC'));
