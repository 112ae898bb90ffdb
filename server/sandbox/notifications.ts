import type { Clock } from './clock.ts';
import type { FaultScenarioQueue } from './scenarios.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const MAX_PAUSE = 12 * HOUR;
const GIVE_UP_AFTER = 36 * HOUR;
const ANSWER_TIMEOUT = 10 * SECOND;

/** One notification to a shop (interface 6; gateway-profile.md). */
export interface NotificationDelivery {
  transaction_id: string;
  url: string;
  fields: Record<string, string>;
  attempts: number;
  /** `waiting`, `delivered`, `lost` by a scenario, or `given_up`. */
  state: 'waiting' | 'delivered' | 'lost' | 'given_up';
  last_status: number | null;
  created_at: number;
}

export interface Notifier {
  /** Plans a notification; does nothing if the payment has no notify_url. */
  notify(transactionId: string, orderNo: string, url: string, fields: Record<string, string>): void;
  deliveries(): readonly NotificationDelivery[];
  /** Sends the waiting notifications now; resolves once every response is there. */
  flush(): Promise<void>;
  clear(): void;
  close(): void;
}

/**
 * Sends notifications as form-encoded pairs until a 2xx: the first retry after `retryBase` ms, doubling with jitter up
 * to 12 hours, for 36 hours in total.
 */
export function createNotifier(options: {
  scenarios: FaultScenarioQueue;
  clock: Clock;
  random: () => number;
  /** The response body that acknowledges a notification. Default: any. */
  acknowledgement: string | undefined;
  retryBase: number;
  fetch: typeof fetch;
}): Notifier {
  const deliveries: NotificationDelivery[] = [];
  /** Counts plans and tries of a delivery, so only the latest plan runs. */
  const turns = new Map<NotificationDelivery, number>();
  let held: NotificationDelivery | undefined;

  const plan = (delivery: NotificationDelivery, pause: number): void => {
    const turn = (turns.get(delivery) ?? 0) + 1;
    turns.set(delivery, turn);
    options.clock.after(pause, () => {
      // The control API may have sent it meanwhile.
      if (turns.get(delivery) === turn) void attempt(delivery);
    });
  };
  const attempt = async (delivery: NotificationDelivery): Promise<void> => {
    turns.set(delivery, (turns.get(delivery) ?? 0) + 1);
    if (delivery.state !== 'waiting') return;
    delivery.attempts += 1;
    const { status, body } = await post(options.fetch, delivery);
    delivery.last_status = status;
    const isTaken = options.acknowledgement === undefined || body === options.acknowledgement;
    if (isTaken && status !== null && status >= 200 && status < 300) {
      delivery.state = 'delivered';
      return;
    }
    if (options.clock.now() - delivery.created_at >= GIVE_UP_AFTER) {
      delivery.state = 'given_up';
      return;
    }
    const doubled = Math.min(options.retryBase * 2 ** (delivery.attempts - 1), MAX_PAUSE);
    plan(delivery, doubled * (0.75 + options.random() / 2));
  };
  return {
    notify(transactionId, orderNo, url, fields) {
      if (url === '') return;
      const create = (): NotificationDelivery => {
        const delivery: NotificationDelivery = {
          transaction_id: transactionId,
          url,
          fields,
          attempts: 0,
          state: 'waiting',
          last_status: null,
          created_at: options.clock.now(),
        };
        deliveries.push(delivery);
        return delivery;
      };
      const first = create();
      const scenario = options.scenarios.take('notification', orderNo);
      if (scenario?.fault === 'lost') first.state = 'lost';
      else if (scenario?.fault === 'reordered') held = first;
      else plan(first, scenario?.fault === 'late' ? (scenario.ms ?? 5_000) : 0);
      if (scenario?.fault === 'doubled') plan(create(), 0);
      if (held !== undefined && held !== first) {
        plan(held, 250);
        held = undefined;
      }
    },
    deliveries: () => deliveries,
    async flush() {
      await Promise.all(deliveries.filter((delivery) => delivery.state === 'waiting').map(attempt));
    },
    clear() {
      turns.clear();
      deliveries.length = 0;
      held = undefined;
    },
    close() {
      turns.clear();
    },
  };
}

/** The response's status, null without a response, and its body. */
async function post(
  send: typeof fetch,
  delivery: NotificationDelivery,
): Promise<{ status: number | null; body: string }> {
  try {
    const answer = await send(delivery.url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(delivery.fields).toString(),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT),
    });
    return { status: answer.status, body: (await answer.text()).trim() };
  } catch {
    // The shop's server is down; the schedule continues.
    return { status: null, body: '' };
  }
}
