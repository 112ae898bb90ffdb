import type { AlertCode } from '../../shared/contract/merchant/alerts.ts';

/** What a person should look at. `raised_at` is in milliseconds since the epoch. */
export interface AlertRecord {
  code: AlertCode;
  detail: Readonly<Record<string, string>>;
  raised_at: number;
}

type Alerts = readonly AlertRecord[];

/** The alert of a payment, a refund or an operation whose outcome is unknown. `at` is in milliseconds since the epoch. */
export function unknownOutcomeAlert(reason = 'no usable response', at: number): AlertRecord {
  return { code: 'outcome_unknown', detail: { reason }, raised_at: at };
}

/** Whether an alert with this code and these facts is raised already. */
export function hasAlert(alerts: Alerts, { code, detail }: Omit<AlertRecord, 'raised_at'>): boolean {
  return alerts.some(
    (alert) =>
      alert.code === code &&
      Object.keys(alert.detail).length === Object.keys(detail).length &&
      Object.entries(detail).every(([name, value]) => alert.detail[name] === value),
  );
}

/** Adds an alert before the others; an equal alert is added once. */
export function withAlert(alerts: Alerts, alert: AlertRecord): Alerts {
  return hasAlert(alerts, alert) ? alerts : [alert, ...alerts];
}

/** Removes the alerts with a code. */
export function withoutAlert(alerts: Alerts, code: AlertCode): Alerts {
  const left = alerts.filter((alert) => alert.code !== code);
  return left.length === alerts.length ? alerts : left;
}
