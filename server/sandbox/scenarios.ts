import * as z from '../../shared/zod.ts';

/** A fault to inject, once or several times, for every request or for one order. */
export const InjectedFault = z.strictObject({
  /** `notification`, the last part of an acquiring path such as `authorise`, or an issuing path whole. */
  operation: z
    .string()
    .check(z.regex(/^[A-Za-z]{4,30}$|^\/api\/[a-z_/]{4,60}$/, 'authorise, refund, /api/card/create, notification ...')),
  /**
   * Responses: `delay` (ms), `reset` (the connection breaks), `cut` (bytes: the sent part of the body), `malformed`
   * (body), `status` (status and body), `empty`, `silent` (no response at all), `digest` (a wrong encryption_data).
   * Notifications: `late` (ms), `lost`, `doubled`, `reordered` (sent after the next one).
   */
  fault: z.enum([
    'delay',
    'reset',
    'cut',
    'malformed',
    'status',
    'empty',
    'silent',
    'digest',
    'late',
    'lost',
    'doubled',
    'reordered',
  ]),
  times: z._default(z.int().check(z.gte(1), z.lte(100_000)), 1),
  ms: z.optional(z.int().check(z.gte(0), z.lte(600_000))),
  bytes: z.optional(z.int().check(z.gte(0))),
  body: z.optional(z.string()),
  content_type: z.optional(z.string()),
  status: z.optional(z.int().check(z.gte(200), z.lte(599))),
  /** Whether the operation runs before the response is altered. */
  after_charge: z._default(z.boolean(), true),
  order_no: z.optional(z.string()),
});
export type InjectedFault = z.infer<typeof InjectedFault>;

export interface FaultScenarioQueue {
  arm(scenario: InjectedFault): void;
  /** Takes the first matching armed scenario once. */
  take(operation: string, orderNo: string | undefined): InjectedFault | undefined;
  list(): readonly InjectedFault[];
  clear(): void;
}

export function createFaultScenarioQueue(): FaultScenarioQueue {
  let armed: InjectedFault[] = [];
  return {
    arm: (scenario) => void armed.push({ ...scenario }),
    take(operation, orderNo) {
      const found = armed.find(
        (scenario) =>
          scenario.operation === operation && (scenario.order_no === undefined || scenario.order_no === orderNo),
      );
      if (found === undefined) return undefined;
      found.times -= 1;
      armed = armed.filter((scenario) => scenario.times > 0);
      return found;
    },
    list: () => armed,
    clear: () => void (armed = []),
  };
}
