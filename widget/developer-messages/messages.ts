/**
 * Messages to the developer of a page, each with the section of the troubleshooting page on it; no shopper downloads them.
 */
export const developerMessages = {
  no_session: ['no-session', 'has no session yet. Set "session" to the token that POST /v1/sessions returns.'],
  unknown_attributes: [
    'no-session',
    'has no session yet. Set "session" to the token that POST /v1/sessions returns. It does not know the attribute {names}.',
  ],
  not_isolated: [
    'isolated',
    'is isolated, but the companion has the origin of the page. Serve it from an origin of its own, or remove "isolated".',
  ],
  no_price_list: ['items', 'has "items", but the companion has no TILLGATE_PRICE_LIST.'],
  items: ['items', 'has items="{items}". Write SKUs of the price list with quantities: MUG-1:2,TEE-3.'],
  token_type: ['wrong-token', "got a session of type {type}. Pass the session's token."],
  token_text: ['wrong-token', 'got the text "{value}" as its session. Pass the session\'s token.'],
  token_letters: ['wrong-token', 'got a session with spaces or letters that no token has.'],
  token_id: ['wrong-token', 'got the id of a session. Pass its token, which begins with tgs_.'],
  token_key: [
    'wrong-token',
    'got a session that is no token. If it is an API key, replace the key: everybody can read it now.',
  ],
  token_unknown: [
    'wrong-token',
    'got a token that the companion at {server} does not know. Use the companion that opened the session.',
  ],
  no_origin: [
    'origin-not-allowed',
    'is on a page without an origin, which the companion at {server} refuses. Serve the page over http or https.',
  ],
  origin: [
    'origin-not-allowed',
    'is on a page whose origin the companion at {server} refuses. Add {origin} to TILLGATE_ALLOWED_ORIGINS.',
  ],
  address: ['wrong-address', 'has server="{server}", which is no whole address. Begin it with https://.'],
  mixed_content: [
    'https-page-http-companion',
    'cannot call {server} from an https page. Serve the companion over https.',
  ],
  wrong_path: ['wrong-address', 'has server="{server}", but the companion is at {origin}. Set "server" to that.'],
  not_a_companion: [
    'wrong-address',
    'got an answer from {server} that is no companion\'s. Set "server" to the companion\'s address.',
  ],
  policy: [
    'content-security-policy',
    "may not call {server}. Add it to connect-src of the page's Content-Security-Policy.",
  ],
  nothing_there: [
    'nothing-answers',
    'gets no answer from {server}. Start the companion, or set "server" to its address.',
  ],
  offline: ['nothing-answers', 'cannot load: the browser is offline.'],
  passing: ['nothing-answers', 'lost a call to {server}, which answers now.'],
  similar_colours: [
    'similar-colours',
    'has a focus colour that looks like its error colour. Set --tillgate-color-focus to another colour.',
  ],
} as const;

/** What a page may come through, or what only may be a mistake. */
export const WARNINGS: ReadonlySet<keyof typeof developerMessages> = new Set([
  'no_session',
  'unknown_attributes',
  'offline',
  'passing',
  'similar_colours',
]);
