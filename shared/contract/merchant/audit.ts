import * as z from '../../zod.ts';
import { UtcTime } from './utc-time.ts';

export const AuditEntryBody = z.object({
  id: z.string(),
  at: UtcTime,
  /** The first characters of the API key's SHA-256, or the ID of the user of the console. */
  key_id: z.string(),
  /** The name of the user, or of the API key; null for a key without one. */
  user_name: z.nullable(z.string()),
  action: z.string(),
  /** The ID in the path, or of the one thing that the call created or changed; null without one. */
  target: z.nullable(z.string()),
  /** The order of the target, if it is a payment, a session or a dispute; otherwise null. */
  order_no: z.nullable(z.string()),
  request_id: z.string(),
  /** Where the call came from: the merchant API, or the console. */
  via: z.enum(['api', 'console']),
  /** HTTP status of the response; null if the call was cut off. */
  status: z.nullable(z.int()),
});
export type AuditEntryBody = z.infer<typeof AuditEntryBody>;
