import { CheckoutError } from '../../shared/errors.ts';
import type { Store } from '../../server/store/store.ts';
import { sleep } from './wait.ts';

/**
 * How a store call fails. `before`: it does nothing and throws. `after`: it does its work and throws, like a commit whose
 * acknowledgement is lost. `slow`: it takes 200 ms longer.
 */
export type StoreFault = 'before' | 'after' | 'slow';

export interface FaultyStore {
  store: Store;
  /** Chooses the fault of each call; `count` is the call's number for that method, from 1. */
  fault: (method: keyof Store, count: number) => StoreFault | undefined;
  /** Calls so far, by method. */
  readonly calls: Map<keyof Store, number>;
}

/** Puts faults between the companion and its store. */
export function createFaultyStore(inner: Store): FaultyStore {
  const calls = new Map<keyof Store, number>();
  const faulty: FaultyStore = { store: inner, fault: () => undefined, calls };
  const wrap =
    (method: keyof Store, work: (...given: unknown[]) => Promise<unknown>) =>
    async (...given: unknown[]): Promise<unknown> => {
      const count = (calls.get(method) ?? 0) + 1;
      calls.set(method, count);
      const fault = faulty.fault(method, count);
      if (fault === 'before') throw new CheckoutError('store_unavailable');
      if (fault === 'slow') await sleep(200);
      const result = await work(...given);
      if (fault === 'after') throw new CheckoutError('store_unavailable');
      return result;
    };
  faulty.store = new Proxy(inner, {
    get(target, name: keyof Store) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || name === 'close') return member;
      return wrap(name, member.bind(target) as (...given: unknown[]) => Promise<unknown>);
    },
  });
  return faulty;
}
