/**
 * The merchant API: its routes with their schemas, and the OpenAPI document made from them.
 * Each route parses a request, calls one use case and shapes the response.
 */
export { depsForCaller } from './accounts.ts';
export { BODY_ERRORS, type CallErrorCodes } from './errors.ts';
export { exampleOfSchema, type Schema } from './example.ts';
export { exampleId, exampleResponse } from './example-response.ts';
export { type IdentifyCaller, mountRoutes, parseQuery } from './mount.ts';
export { createOpenApi } from './openapi.ts';
export { paymentFilterOf, PaymentListQuery } from './payments.ts';
export { type ApiRoute, mayHaveBody } from './route.ts';
export { EMPTY_BODY } from './schemas.ts';
export { API_ROUTES } from './routes.ts';
