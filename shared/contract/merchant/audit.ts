import * as z from 'zod/mini';
import { Moment } from './moment.ts';

export const AuditEntryBody = z.object({
  id: z.string(),
  at: Moment,
  /** The first characters of the key's SHA-256. */
  key_id: z.string(),
  action: z.string(),
  target: z.nullable(z.string()),
  request_id: z.string(),
  /** HTTP status of the response; null if the call was cut off. */
  status: z.nullable(z.int()),
});
