import { describe, expect, test } from 'vitest';
import { hasAlert, withAlert, withoutAlert, type AlertRecord } from './alerts.ts';

const charge = (transaction_id: string, raised_at = 1): AlertRecord => ({
  code: 'second_charge',
  detail: { transaction_id },
  raised_at,
});
const twice: AlertRecord = { code: 'order_paid_twice', detail: {}, raised_at: 1 };

describe('an alert', () => {
  test('is raised once, whenever it is raised again, and the newest is the first', () => {
    const one = withAlert([twice], charge('T-1', 2));
    expect(one).toEqual([charge('T-1', 2), twice]);
    expect(withAlert(one, charge('T-1', 3))).toBe(one);
    expect(withAlert(one, charge('T-2', 3))).toEqual([charge('T-2', 3), charge('T-1', 2), twice]);
  });

  test('is another one by its code, by a fact, and by a fact more or less', () => {
    const alerts = [charge('T-1')];
    expect(hasAlert(alerts, { code: 'second_charge', detail: { transaction_id: 'T-1' } })).toBe(true);
    expect(hasAlert(alerts, { code: 'second_charge', detail: { transaction_id: 'T-2' } })).toBe(false);
    expect(hasAlert(alerts, { code: 'second_charge', detail: { transaction_id: 'T-1', more: 'x' } })).toBe(false);
    expect(hasAlert(alerts, { code: 'second_charge', detail: {} })).toBe(false);
    expect(hasAlert(alerts, { code: 'transaction_id_missing', detail: { transaction_id: 'T-1' } })).toBe(false);
    expect(hasAlert([], twice)).toBe(false);
  });

  test('goes by its code with all its facts; a list without it is the same list', () => {
    const alerts = [charge('T-1'), twice, charge('T-2')];
    expect(withoutAlert(alerts, 'second_charge')).toEqual([twice]);
    expect(withoutAlert(alerts, 'notification_waits')).toBe(alerts);
    expect(alerts).toHaveLength(3);
  });
});
