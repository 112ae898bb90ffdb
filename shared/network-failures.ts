/** What a failed connection means, by the code of Node.js or OpenSSL. */
export const NETWORK_FAILURE_MEANINGS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its host and port',
  ECONNRESET: 'its host ended the connection',
  ENOTFOUND: 'its host does not exist',
  EAI_AGAIN: 'its host cannot be looked up',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its host cannot be reached',
  ETIMEDOUT: 'its host does not answer',
  UND_ERR_SOCKET: 'its host ended the connection',
  UND_ERR_CONNECT_TIMEOUT: 'its host does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'its host does not answer',
  UND_ERR_ABORTED: 'its host does not answer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its server does not send the whole chain of certificates',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  EPROTO: 'it does not speak TLS',
};

/** Why an address could not be reached: the code of the error or of its cause, and its meaning. */
export function toNetworkFailure(error: unknown): { code: string; reason: string } {
  const code = codeOf(error);
  const meaning = NETWORK_FAILURE_MEANINGS[code];
  return { code, reason: meaning === undefined ? code : `${meaning} (${code})` };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return 'ETIMEDOUT';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause instanceof Error ? codeOf(error.cause) : error.name;
}
