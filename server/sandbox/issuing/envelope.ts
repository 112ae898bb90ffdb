/** Error codes of the envelope (interface 4.8; the codes are the sandbox's own). */
export const ISSUING_ERROR_CODES = {
  wrong_company: ['1001', 'Unknown company'],
  wrong_sign: ['1002', 'Wrong sign'],
  invalid: ['1003', 'Invalid input'],
  not_found: ['2001', 'Record not found'],
  wrong_state: ['2002', 'Not possible in this state'],
  low_balance: ['3001', 'The balance is too low'],
  over_limit: ['3002', 'Over the limit'],
  repeated: ['4009', 'request_id was used before'],
} as const;

/** Stops an operation before it changed anything. */
export class IssuingRefusalError extends Error {
  override readonly name = 'IssuingRefusalError';
  readonly code: string;

  constructor(kind: keyof typeof ISSUING_ERROR_CODES, detail?: string) {
    const [code, message] = ISSUING_ERROR_CODES[kind];
    super(detail === undefined ? message : `${message}: ${detail}`);
    this.code = code;
  }
}

export function toSuccessEnvelope(result: Record<string, unknown>): Record<string, unknown> {
  return { code: '0000', message: 'Success', result };
}

export function toFailureEnvelope(refusal: IssuingRefusalError): Record<string, unknown> {
  return { code: refusal.code, message: refusal.message, result: {} };
}
