/** Messages to the developer of a page; no shopper downloads them. */
export const developerMessages = {
  no_session: 'has no session yet. Set "session" to the token that POST /v1/sessions returns.',
  unknown_attributes:
    'has no session yet. Set "session" to the token that POST /v1/sessions returns. It does not know the attribute {names}.',
  not_isolated:
    'is isolated, but the companion has the origin of the page. Serve it from an origin of its own, or remove "isolated".',
  no_price_list: 'has "items", but the companion has no TILLGATE_PRICE_LIST.',
  items: 'has items="{items}". Write SKUs of the price list with quantities: MUG-1:2,TEE-3.',
  token_type: "got a session of type {type}. Pass the session's token.",
  token_text: 'got the text "{value}" as its session. Pass the session\'s token.',
  token_letters: 'got a session with spaces or letters that no token has.',
  token_id: 'got the id of a session. Pass its token, which begins with tgs_.',
  token_key: 'got a session that is no token. If it is an API key, replace the key: everybody can read it now.',
  token_unknown: 'got a token that the companion at {server} does not know. Use the companion that opened the session.',
  no_origin:
    'is on a page without an origin, which the companion at {server} refuses. Serve the page over http or https.',
  origin: 'is on a page whose origin the companion at {server} refuses. Add {origin} to TILLGATE_ALLOWED_ORIGINS.',
  address: 'has server="{server}", which is no whole address. Begin it with https://.',
  mixed_content: 'cannot call {server} from an https page. Serve the companion over https.',
  wrong_path: 'has server="{server}", but the companion is at {origin}. Set "server" to that.',
  not_a_companion: 'got an answer from {server} that is no companion\'s. Set "server" to the companion\'s address.',
  policy: "may not call {server}. Add it to connect-src of the page's Content-Security-Policy.",
  nothing_there: 'gets no answer from {server}. Start the companion, or set "server" to its address.',
  offline: 'cannot load: the browser is offline.',
  passing: 'lost a call to {server}, which answers now.',
  similar_colours: 'has a focus colour that looks like its error colour. Set --tillgate-color-focus to another colour.',
} as const;
