/** How long loading waits, in ms; tests shorten it. */
export const LOAD_PATIENCE = {
  /** Without a session, until the console says so. */
  session: 5_000,
  /** For the reason of a failure. */
  explain: 4_000,
};
