/** What operators see: log, metrics, traces, and wrappers that measure the store and the gateway. Imports no route. */
export { type AlertLogger, type ChildLogger, createAlertLogger } from './alerts.ts';
export { withGatewayUrlFailureLog } from './gateway-url-failure-log.ts';
export { LOG_LEVELS, type LogLevel, type Logger, createLogger, describeError, flushLogLines } from './log.ts';
export { type LogFields, findRecordIdLogFields } from './log-fields.ts';
export {
  type MetricsRegistry,
  type Metrics,
  type ProcessMetricsCollector,
  type ProcessMetrics,
  createMetrics,
} from './metrics.ts';
export { observeStore } from './observe-store.ts';
export { observeTransport } from './observe-transport.ts';
export { createResponseDigestMismatchReporter } from './report-digest-mismatch.ts';
export { startTracing } from './start-tracing.ts';
export { type LogThrottle, createLogThrottle } from './log-throttle.ts';
export { type SpanOptions, inSpan, traceContextOf } from './tracing.ts';
