/** The text of `tillgate --help`. */
export const USAGE = `tillgate <command>

  init      writes .env with new keys, compose.yaml and a shop of a few lines
  demo      the demo shop, the companion and the sandbox gateway, without any settings
  serve     the companion, by the settings of the environment
  sandbox   the sandbox gateway alone
  doctor    checks settings, addresses, database, gateway, webhooks and a page
  key       makes an API key
  migrate   brings the database of the companion up to date
  prune     forgets what need not be kept
  backup    copies the SQLite database into a file while the companion works
  restore   puts such a copy in the place of the database
  recover   looks for payments that a restored database does not know

  Calls of a companion's merchant API (TILLGATE_URL, TILLGATE_API_KEY):
  sessions, session create | show | update | expire
  payments, payment create | show | sync | capture | cancel | resolve | accept | note
  refund, refunds, refund show | search | resolve, review, disputes, dispute deadline, order update
  transaction query | capture | cancel
  subscriptions, subscription show | cancel | resolve, saved-cards
  saved-card delete, cards-session create
  redirect-payment create, methods optimise
  payout create | query, balance payout | unsettled, logistics upload
  card create | show | transactions | recharge | withdraw | cancel | status | limit, bin query
  group create | show | recharge | withdraw | status | delete, rule query
  cardholder create | show | update | delete, issuing balance
  operations, operation show | query | resolve, events, event show | redeliver
  gross-volume, attention, audit, users, user invite | show | update | enrol | sign-out | delete

  tillgate <command> --help says more; tillgate --version prints the version.
  tillgate <command> --env-file FILE takes settings from a file; the environment's own come first.`;
