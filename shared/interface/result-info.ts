/** `result_info` and `refund_message`: `<code>:<message>` (interface 2.3, 2.4). */
export interface ResultInfo {
  code: string;
  message: string;
}

/** The code of every successful acquiring result that the interface shows. */
export const ACQUIRING_SUCCESS_CODE = '0000';

/** Reads `<code>:<message>`; the message may contain colons. Undefined without a code. */
export function decodeResultInfo(text: string): ResultInfo | undefined {
  const match = /^([A-Za-z0-9_-]{1,32})(?::([\s\S]*))?$/.exec(text.trim());
  return match?.[1] === undefined ? undefined : { code: match[1], message: match[2]?.trim() ?? '' };
}

/** Whether a code means failure. A code of the service contains a digit; a response may consist of "OK" alone. */
export function isFailureCode(code: string | undefined, successCodes: readonly string[]): boolean {
  return code !== undefined && /\d/.test(code) && !successCodes.includes(code);
}

/** Writes `<code>:<message>`. */
export function encodeResultInfo(info: ResultInfo): string {
  return `${info.code}:${info.message}`;
}
