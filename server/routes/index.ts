/** Routes outside the merchant API: each parses a request, calls one use case and shapes the response. */
export { basketRoutes } from './baskets.ts';
export { checkoutRoutes } from './checkout.ts';
export { consoleRoutes } from './console.ts';
export { docsRoutes } from './docs.ts';
export { gatewayRoutes } from './gateway.ts';
export { healthRoutes } from './health.ts';
export { hostedPageRoutes } from './hosted-page.ts';
