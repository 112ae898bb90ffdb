/** The code of each check, in the order of the report. */
export type CheckCode =
  | 'settings'
  | 'settings_unknown'
  | 'secrets_readable'
  | 'api_keys'
  | 'shop_api_key'
  | 'sign_key'
  | 'public_address'
  | 'companion'
  | 'allowed_origins'
  | 'database'
  | 'database_schema'
  | 'database_disk'
  | 'gateway'
  | 'gateway_credentials'
  | 'clock'
  | 'webhooks'
  | 'webhook_endpoint'
  | 'webhook_test'
  | 'page'
  | 'page_origin'
  | 'page_script'
  | 'page_policy'
  | 'page_cors';

/** The result of one check. It never contains a secret. */
export interface Finding {
  code: CheckCode;
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  found: string;
  /** What to do; absent where nothing is to be done. */
  advice?: string;
}

export function ok(code: CheckCode, found: string): Finding {
  return { code, status: 'ok', found };
}

export function warning(code: CheckCode, found: string, advice: string): Finding {
  return { code, status: 'warning', found, advice };
}

export function failed(code: CheckCode, found: string, advice: string): Finding {
  return { code, status: 'failed', found, advice };
}

export function skipped(code: CheckCode, found: string, advice?: string): Finding {
  return { code, status: 'skipped', found, ...(advice === undefined ? {} : { advice }) };
}
