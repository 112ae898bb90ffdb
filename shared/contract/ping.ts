import * as z from 'zod/mini';

/** The answer of `GET /checkout/ping`, which pages of every origin may read. */
export const Ping = z.strictObject({
  service: z.literal('tillgate'),
  /** Whether the companion answers pages of the caller's origin. */
  origin_allowed: z.boolean(),
});
export type Ping = z.infer<typeof Ping>;
