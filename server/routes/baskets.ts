import { Hono } from 'hono';
import { CheckoutError } from '../../shared/errors.ts';
import { CreateBasketSession } from '../../shared/contract/create-basket.ts';
import { BODY_ERRORS, type CallErrorCodes } from '../api/index.ts';
import { openSessionForBasket, type BasketPricing } from '../baskets/index.ts';
import { type AppEnv, createNetworkRateLimit, readJsonBody } from '../http/index.ts';
import { depsForOrder, withLog, type CompanionDeps } from '../companion-deps.ts';

/** The most baskets of one address in a minute: more than a shopper creates, too few to fill a database. */
const MAX_BASKETS = 30;
/** The limit of an address that many clients share, or that a proxy hides. */
const MAX_CROWD_BASKETS = 600;
const MINUTE = 60_000;

/** The calls of this file with their error codes. */
export const BASKET_CALL_ERRORS: readonly CallErrorCodes[] = [
  {
    method: 'POST',
    path: '/checkout/sessions',
    errors: ['forbidden', ...BODY_ERRORS, 'reference_taken', 'not_configured'],
  },
];

/** `POST /checkout/sessions`: for pages of shops without a back end. Their origin must be allowed. */
export function basketSessionRoutes(
  deps: CompanionDeps,
  options: { allowedOrigins: readonly string[]; trustProxy: number; pricing: BasketPricing | undefined },
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const allowed = new Set(options.allowedOrigins);
  const count = createNetworkRateLimit({
    max: MAX_BASKETS,
    maxCrowd: MAX_CROWD_BASKETS,
    withinMs: MINUTE,
    trustProxy: options.trustProxy,
    now: deps.now,
  });
  app.post('/sessions', async (c) => {
    if (!allowed.has(c.req.header('origin') ?? '')) {
      throw new CheckoutError('forbidden', 'Baskets come from the pages that TILLGATE_ALLOWED_ORIGINS names.');
    }
    count(c);
    const basket = await readJsonBody(c.req.raw, CreateBasketSession);
    const own = withLog(deps, c.get('log'));
    const { pricing } = options;
    return c.json(
      await openSessionForBasket(own, { pricing, depsOf: (order) => depsForOrder(own, order) }, basket),
      201,
    );
  });
  return app;
}
