import * as z from '../zod.ts';

/** The response of `GET /checkout/ping`, which pages of every origin can read. */
export const Ping = z.strictObject({
  service: z.literal('tillgate'),
  /** Whether the companion allows the origin of the calling page. */
  origin_allowed: z.boolean(),
});
export type Ping = z.infer<typeof Ping>;
