/** How long a challenge is waited for, in ms; tests shorten it. */
export const CHALLENGE_TIMEOUTS = {
  /** Until a quiet way out is offered. */
  slow: 8_000,
  /** Until it is given up: issuers end their own page by then. */
  longest: 600_000,
};
