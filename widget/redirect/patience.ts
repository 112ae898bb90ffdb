/** How long a browser may take to leave for the bank, in ms, until it is offered by hand; tests shorten it. */
export const REDIRECT_PATIENCE = { stuck: 4_000 };
