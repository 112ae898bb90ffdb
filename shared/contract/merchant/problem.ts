import * as z from '../../zod.ts';
import { ERRORS, type ErrorCode } from '../../errors.ts';

/** An error by RFC 9457. */
export const ProblemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  detail: z.string(),
  request_id: z.string(),
  fields: z.optional(z.array(z.object({ path: z.string(), code: z.string(), rule: z.string() }))),
  session: z.optional(z.object({ version: z.int(), amount: z.string(), currency: z.string() })),
});
