import type { TestSystem } from './system.ts';

/** The next answer of an operation of the sandbox is this one, whatever was asked. */
export function answerWith(system: TestSystem, operation: string, body: unknown, status = 200): void {
  system.sandbox.sandbox.world.scenarios.arm({
    operation,
    fault: 'status',
    status,
    body: JSON.stringify(body),
    content_type: 'application/json',
    times: 1,
    after_charge: false,
  });
}

/** How often an alarm was raised, by its words; NaN for one that no metric knows. */
export async function alarmsOf(system: TestSystem, words: string): Promise<number> {
  const text = await (await system.merchant('GET', '/metrics')).text();
  const line = text.split('\n').find((one) => one.startsWith(`tillgate_alarms_total{alarm="${words}"} `));
  return Number(line?.split(' ').at(-1));
}
