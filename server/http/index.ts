/** HTTP without use cases: API keys, bodies, headers, limits, problems, static files, the Node server. */
export {
  type ApiKey,
  type ApiCaller,
  requireScope,
  requireApiKeyWithScope,
  toHashedApiKey,
  generateApiKey,
  findApiKey,
  requireApiKey,
  readBearer,
} from './api-keys.ts';
export { createNetworkRateLimit } from './network-rate-limit.ts';
export { clientNetworkOf } from './client-network.ts';
export { clientInfoOf } from './client-info.ts';
export { type AppEnv, limitHeadersAndSetNoStore, refuseControlCharactersInUrl } from './request-limits.ts';
export { type CountRefusedCredential, createRefusedCredentialLimit } from './credential-limit.ts';
export { runIdempotent } from './idempotency.ts';
export {
  basePathOfUrl,
  createRoutingPathResolver,
  findUnexpectedPathPrefix,
  recordMountPath,
  routedPathOf,
} from './mount-path.ts';
export { observeRequests } from './observe-requests.ts';
export { type PageFileTags, createPageFileTags } from './page-files.ts';
export { pageHeaders, securityHeaders } from './security-headers.ts';
export { problemResponse, toProblem } from './problem.ts';
export { identifyRequests } from './identify-requests.ts';
export { parseStrictJson } from './strict-json.ts';
export { BODY_MAX_BYTES, FILE_BODY_MAX_BYTES, readBodyBytes, readJsonBody } from './read-body.ts';
export { corsForOrigins, createRefusedOriginLog } from './cors.ts';
export { type RunningServer, serve } from './serve.ts';
export { type StaticFiles, createStaticFileRoutes } from './static-files.ts';
export { toNodeHandler } from './to-node-handler.ts';
export { dropEmptyTexts } from './drop-empty-texts.ts';
