import type { CheckoutServerOptions } from './checkout-server-options.ts';
import { DEFAULT_RETENTION, type Retention } from '../jobs/index.ts';
import { readSetting, parseWholeNumber, toInvalidSettingError, type Environment } from './setting-values.ts';

type RetentionSettings = Pick<CheckoutServerOptions, 'retentionDays' | 'auditRetentionDays'>;

/** The shortest retention in days. A session lives for a week at most, so no open session is deleted. */
const RETENTION_LEAST = 14;

/** @throws CheckoutError `configuration_invalid` */
export function parseRetention(options: RetentionSettings): Retention {
  const days = options.retentionDays ?? DEFAULT_RETENTION.days;
  const auditDays = options.auditRetentionDays ?? DEFAULT_RETENTION.auditDays;
  const check = (name: string, value: number): void => {
    if (Number.isInteger(value) && (value === 0 || value >= RETENTION_LEAST)) return;
    throw toInvalidSettingError(
      name,
      `a whole number of days, ${String(RETENTION_LEAST)} at the least, or 0 to keep everything`,
    );
  };
  check('TILLGATE_RETENTION_DAYS', days);
  check('TILLGATE_AUDIT_RETENTION_DAYS', auditDays);
  return { days, auditDays };
}

/**
 * The retention settings of the environment.
 * @throws CheckoutError `configuration_invalid`
 */
export function readRetention(environment: Environment): Retention {
  return parseRetention(readRetentionSettings(environment));
}

/** The settings under their environment names. */
export function readRetentionSettings(environment: Environment): RetentionSettings {
  const days = (name: string): number | undefined => {
    const text = readSetting(environment, name);
    return text === undefined ? undefined : parseWholeNumber(name, text, 36_500);
  };
  return {
    retentionDays: days('TILLGATE_RETENTION_DAYS'),
    auditRetentionDays: days('TILLGATE_AUDIT_RETENTION_DAYS'),
  };
}
